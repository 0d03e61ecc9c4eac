/** The lock of whoever publishes into a cluster or tidies up there: a document. */
import { type Holder, type Lease, type LeasePlace, takeLease } from '../lease.ts';
import type { Client } from './client.ts';
import { namesOf } from './indices.ts';

type HolderDocument = { found?: boolean; _seq_no: number; _primary_term: number; _source: Holder };

/** @throws Locked while another holds it */
export async function takePublisherLock({ ask, prefix }: Client): Promise<Lease> {
  const index = namesOf(prefix).lock;
  const path = `/${index}/_doc/holder`;
  const place: LeasePlace = {
    async read() {
      const { found, _source, ...at } = await ask<HolderDocument>('GET', path, { may: 404 });
      return found === true ? { holder: _source, version: `${at._seq_no}.${at._primary_term}` } : undefined;
    },
    async write(holder, seen) {
      const [if_seq_no = '', if_primary_term = ''] = seen?.version.split('.') ?? [];
      const query = seen === undefined ? { op_type: 'create' } : { if_seq_no, if_primary_term };
      await ask('PUT', path, { query, body: holder, may: 409 });
    },
    remove: () => ask<void>('DELETE', path, { may: 404 }).catch(() => undefined),
  };
  const settings = { number_of_shards: 1, auto_expand_replicas: '0-all' };
  await ask('PUT', `/${index}`, { body: { settings }, may: 400 });
  return takeLease(place, `publishes into ${prefix}`);
}
