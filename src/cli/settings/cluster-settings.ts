/** Settings of a cluster. */
import { clusterUrl, integer, replicas, text, type Setting, type SettingTable } from './setting.ts';

/** Credentials of a cluster, in the environment only: everybody on the machine can read a command line. */
export const CLUSTER_SETTINGS = {
  user: { flag: '', env: 'GND_LINKS_CLUSTER_USER', help: 'user of the cluster', parse: text },
  password: { flag: '', env: 'GND_LINKS_CLUSTER_PASSWORD', help: 'password of that user', parse: text },
  apiKey: {
    flag: '',
    env: 'GND_LINKS_CLUSTER_API_KEY',
    help: 'API key of the cluster, instead of user and password',
    parse: text,
  },
  ca: {
    flag: '',
    env: 'GND_LINKS_CLUSTER_CA',
    help: 'file with the certificates (PEM) to trust for the cluster, instead of those of the system',
    parse: text,
  },
  timeout: {
    flag: '',
    env: 'GND_LINKS_CLUSTER_TIMEOUT',
    default: '3000',
    help: 'milliseconds to wait for a node before another one is tried',
    parse: integer(100, 60_000),
  },
} as const satisfies SettingTable;

/** Help of the address of a cluster. */
export const PUBLISH_TO = 'address of a cluster: opensearch+https://host:9200,host:9200/prefix';

/** Layout of a snapshot in a cluster. */
export const PUBLISH_SETTINGS = {
  shards: {
    flag: '--shards <number>',
    env: 'GND_LINKS_CLUSTER_SHARDS',
    default: '1',
    help: 'number of parts of each index in a cluster; more than one only if the index does not fit on one node',
    parse: integer(1, 1024),
  },
  replicas: {
    flag: '--replicas <number|all>',
    env: 'GND_LINKS_CLUSTER_REPLICAS',
    default: 'all',
    help: 'number of additional copies of each part, each on a different node; “all” for one on each of the other nodes',
    parse: replicas,
  },
} as const satisfies SettingTable;

export const PUBLISH_TO_SETTING = {
  flag: '--to <url>',
  env: 'GND_LINKS_PUBLISH_TO',
  help: PUBLISH_TO,
  parse: clusterUrl,
} as const satisfies Setting<string>;
