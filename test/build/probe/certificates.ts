/** Certificates of made-up hosts, valid or expired. Needs openssl. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from './web.ts';

export const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

/** In OpenSSL 3.0, only `openssl ca` can set both dates of a certificate. */
const CONFIGURATION = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = anything
copy_extensions = copy
[anything]
commonName = supplied
`;

/** @param until `YYYYMMDDHHMMSSZ` */
export function makeCertificate(host: string, until: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'gnd-links-certificate-'));
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const [key, request, certificate] = [`${host}.key`, `${host}.csr`, `${host}.pem`];
  writeFileSync(join(folder, 'ca.conf'), CONFIGURATION);
  writeFileSync(join(folder, 'index.txt'), '');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  openssl('req', '-new', ...curve, ...names, '-keyout', key, '-out', request);
  const days = ['-startdate', '20200101000000Z', '-enddate', until];
  openssl('ca', '-batch', '-notext', '-selfsign', '-config', 'ca.conf', '-keyfile', key, '-in', request, '-out', certificate, ...days); // prettier-ignore
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const made = { key: read(key), cert: read(certificate) };
  rmSync(folder, { recursive: true });
  return made;
}
