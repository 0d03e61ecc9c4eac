/** What the server tells of its requests to whoever counts or records them. */
import type { Client } from '../limit/client.ts';

/** One request that has been answered, or whose client went away. */
export interface ObservedRequest {
  /** As the client saw it in `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** The pattern of the address, e.g. `/api/v1/gnd/{gnd}/links`; `none` where there is nothing. Never what was asked. */
  readonly route: string;
  /** 499 when the client went away before it was answered. */
  readonly status: number;
  /** Of the body as sent. */
  readonly bytes: number;
  readonly seconds: number;
  readonly client: Client;
  /** W3C Trace Context: the 32 hexadecimal digits, when the client sent a valid one. */
  readonly traceId?: string;
}

export interface RequestObserver {
  started?(): void;
  finished(request: ObservedRequest): void;
  /** @param policy e.g. `links` */
  counted?(policy: string, allowed: boolean): void;
}
