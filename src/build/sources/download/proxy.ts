/** Proxies from the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in upper or lower case. */
import { DownloadFailed, firstOf } from './download-failure.ts';

export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Hosts without a proxy, separated by commas. */
  readonly noProxy: string;
}

/** The value of a variable is not the address of a proxy. The message is for the operator. */
export class InvalidProxy extends Error {
  override readonly name = 'InvalidProxy';
}

/** @returns undefined when no proxy is set @throws InvalidProxy */
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

/** @param error error of a request through a proxy @returns undefined for failures that the proxy did not cause */
export function failureOfProxy(error: unknown): DownloadFailed | undefined {
  const { code = '', message, syscall } = firstOf(error) as NodeJS.ErrnoException;
  const status = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(message);
  if (status !== null) {
    const sentence = `The proxy does not let the connection through (${status[1] ?? '407'}).`;
    return new DownloadFailed('proxy', sentence, { cause: error });
  }
  // This process resolves and connects to nothing but the proxy.
  const isUnreached = syscall === 'connect' || syscall === 'getaddrinfo';
  if (!isUnreached && !code.startsWith('UND_ERR_PRX')) return undefined;
  return new DownloadFailed('proxy', 'The proxy cannot be reached.', { transient: true, cause: error });
}
