/** The proxies that the environment names, as other programs read it: HTTPS_PROXY, HTTP_PROXY, NO_PROXY, in either case. */
import { DownloadFailed, firstOf } from './download-failure.ts';

export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Hosts that are asked directly, separated by commas. */
  readonly noProxy: string;
}

/** A variable names no proxy. The message is for the operator. */
export class InvalidProxy extends Error {
  override readonly name = 'InvalidProxy';
}

/** @returns undefined where there is none @throws InvalidProxy */
export function proxiesOf(environment: NodeJS.ProcessEnv): Proxies | undefined {
  const read = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? '';
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
    const value = read(name);
    if (value === '' || (URL.canParse(value) && /^(?:https?|socks5):$/.test(new URL(value).protocol))) continue;
    throw new InvalidProxy(`${name} must be an address such as http://proxy.example.org:3128`);
  }
  const proxies = { httpProxy: read('HTTP_PROXY'), httpsProxy: read('HTTPS_PROXY'), noProxy: read('NO_PROXY') };
  return proxies.httpProxy === '' && proxies.httpsProxy === '' ? undefined : proxies;
}

/** @returns undefined for what failed behind the proxy, or without one */
export function failureOfProxy(error: unknown, { httpProxy, httpsProxy }: Proxies): DownloadFailed | undefined {
  const { hostname, port, message } = firstOf(error) as Error & { hostname?: string; port?: number };
  const status = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(message);
  if (status !== null) {
    const sentence = `The proxy does not let the connection through (${status[1] ?? '407'}).`;
    return new DownloadFailed('proxy', sentence, { cause: error });
  }
  const isProxy = (text: string): boolean => {
    if (text === '') return false;
    const proxy = new URL(text);
    return hostname === proxy.hostname || port === Number(proxy.port === '' ? 80 : proxy.port);
  };
  if (!isProxy(httpProxy) && !isProxy(httpsProxy)) return undefined;
  return new DownloadFailed('proxy', 'The proxy cannot be reached.', { transient: true, cause: error });
}
