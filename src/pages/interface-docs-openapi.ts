/** The description of the interface as its documentation reads it: the parts of OpenAPI that it has. */
import type { InnerAnswer, PageRequest } from '../http/page.ts';

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example: string | number;
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface HeaderField {
  readonly description: string;
  readonly example: string | number;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface OpenapiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, HeaderField>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export interface Interface {
  readonly kind: 'interface';
  readonly document: OpenapiDocument;
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
}

export interface NoInterface {
  readonly kind: 'problem';
  readonly answer: InnerAnswer;
}

/** The description changes with the software only, so it is read once. */
export function createInterfaceReader(): (request: PageRequest) => Promise<Interface | NoInterface> {
  let known: Interface | undefined;
  return async ({ ask }) => {
    if (known !== undefined) return known;
    const answer = await ask('/api/v1/openapi.json');
    if (answer.status >= 400) return { kind: 'problem', answer };
    const document = answer.body as OpenapiDocument;
    known = { kind: 'interface', document, baseUrl: document.servers[0]?.url ?? '' };
    return known;
  };
}

export interface Addressed {
  readonly path: string;
  readonly operation: Operation;
}

export function operationsOf({ paths }: OpenapiDocument): readonly Addressed[] {
  return Object.entries(paths).map(([path, { get: operation }]) => ({ path, operation }));
}

/** Of an answer that stands among the common ones, that one. */
export function responseOf(response: Response | Reference, { components }: OpenapiDocument): Response {
  if (!('$ref' in response)) return response;
  return components.responses[nameOf(response.$ref)] ?? { description: '' };
}

export function problemCodesOf({ responses }: Operation, document: OpenapiDocument): readonly string[] {
  return Object.values(responses).flatMap((response) => {
    const problem = responseOf(response, document).content?.['application/problem+json'];
    return Object.keys(problem?.examples ?? {});
  });
}

/** Last part of a reference. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
