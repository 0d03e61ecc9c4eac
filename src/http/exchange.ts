/** One request, as those see it who find its answer. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestTarget } from './request-target.ts';

export interface Exchange {
  /** Given to the client as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  readonly target: RequestTarget;
  readonly headers: IncomingHttpHeaders;
  /** `1.1` or `1.0`; Node's parser takes a bare `GET /` for `0.9`. */
  readonly httpVersion: string;
  /** Milliseconds, on the clock of `performance.now()`. */
  readonly started: number;
  /** False when the client has gone. */
  readonly isWanted: () => boolean;
}
