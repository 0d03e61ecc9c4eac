/** deploy/kubernetes: the manifests agree with image and program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { GRACE_MS } from '../../src/cli/exit.ts';
import { RELEASE } from '../../src/cli/installation.ts';
import { SETTINGS_BY_VARIABLE } from '../../src/cli/settings/settings.ts';
import { root } from '../cli/command.ts';
import { pairsOf, readDockerfile, type Stage, textOf } from './dockerfile.ts';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}
interface Pod {
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly [Container];
}
interface Manifest {
  readonly kind: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: { readonly spec: Pod };
    readonly jobTemplate: { readonly spec: { readonly template: { readonly spec: Pod } } };
    readonly ports: readonly { readonly targetPort: string }[];
  };
}

const FILE = join(root, 'deploy/kubernetes/gnd-links.yaml');
const manifests = parseAllDocuments(readFileSync(FILE, 'utf8')).map((document) => document.toJS() as Manifest);
const manifest = (kind: string): Manifest => manifests.find((one) => one.kind === kind) ?? expect.fail(kind);
const image = readDockerfile().at(-1) as Stage;
const volume = textOf(image, 'VOLUME');
const server = manifest('Deployment').spec.template.spec;
const update = manifest('CronJob').spec.jobTemplate.spec.template.spec;
const [[serving], [updating]] = [server.containers, update.containers];

describe.each([
  ['server', serving],
  ['update', updating],
])('the container of the %s', (_, container) => {
  it('runs the image of this release without rights, and writes only to its volumes', () => {
    expect(container).toMatchObject({
      image: `gnd-links:${RELEASE}`,
      resources: { limits: { memory: expect.stringMatching(/^\d+Mi$/) as string } },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
  });

  it('has only settings that exist, with values that they accept', () => {
    const settings = {
      ...manifest('ConfigMap').data,
      ...Object.fromEntries(container.env.map((e) => [e.name, e.value])),
    };
    for (const [name, value] of Object.entries(settings)) {
      expect(() => SETTINGS_BY_VARIABLE.get(name)?.parse(value) ?? expect.fail('no setting'), name).not.toThrow();
    }
  });
});

describe('deploy/kubernetes', () => {
  it('runs as the user of the image, who owns the volume', () => {
    const [user, group] = textOf(image, 'USER').split(':').map(Number);
    for (const pod of [server, update]) {
      expect(pod).toMatchObject({
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: user, runAsGroup: group, fsGroup: group },
      });
    }
  });

  it('lets the servers read and only the update write', () => {
    const mounted = (container: Container) => container.volumeMounts.find(({ mountPath }) => mountPath === volume);
    expect(mounted(serving)).toMatchObject({ name: 'data', readOnly: true });
    expect(mounted(updating)?.readOnly).toBeUndefined();
  });

  it('offers the port of the image, and asks the admin port of the image for health', () => {
    const ports = new Map(serving.ports?.map((port) => [port.name, port.containerPort]));
    expect(ports.get('http')).toBe(Number(textOf(image, 'EXPOSE')));
    expect(ports.get('admin')).toBe(Number(pairsOf(image, 'ENV')['GND_LINKS_ADMIN_PORT']));
    expect(manifest('Service').spec.ports).toMatchObject([{ targetPort: 'http' }]);
    const asked = (['startupProbe', 'readinessProbe', 'livenessProbe'] as const).map(
      (probe) => serving[probe]?.httpGet,
    );
    expect(asked.map((get) => `${get?.port}${get?.path}`)).toEqual(['admin/readyz', 'admin/readyz', 'admin/livez']);
  });

  it('waits for requests under way, and takes held sources for success', () => {
    expect(server.terminationGracePeriodSeconds).toBeGreaterThan(GRACE_MS / 1000);
    expect(updating.command).toEqual(['sh', '-c', 'gnd-links update || [ $? = 3 ]']);
  });
});
