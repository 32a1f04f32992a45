/**
 * Answers the calls of a page instead of the server. Requests and answers are checked against the
 * contract, so that they cannot drift from what the server accepts and sends: a call that the
 * contract does not know, or whose input or answer it refuses, fails the test.
 */
import type { api } from '#contract/api.ts';
import { REFUS } from '#domain/errors/errors.ts';

type Schema = {
  '~standard': {
    validate: (value: unknown) => { value?: unknown; issues?: readonly { message: string }[] };
  };
  _zod: { def: Def };
};
type Def = {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  options?: readonly Schema[];
  entries?: Record<string, unknown>;
  values?: readonly unknown[];
  out?: Schema;
};
export type Call = {
  name: string;
  method: string;
  path: RegExp;
  status: number;
  /** It stores nothing: screens read it again when something changes. */
  isRead: boolean;
  input: Schema | undefined;
  output: Schema | undefined;
};

/** The contract with its schemas: what the plugins of the build leave of it has none. */
const [contract] = Object.values(
  import.meta.glob<{ api: typeof api }>('/src/contract/api.ts', { query: 'schemas', eager: true }),
);

type Node = {
  '~orpc'?: { route: any; meta: { shows?: unknown }; inputSchema?: Schema; outputSchema?: Schema };
};
const walk = (node: Node, names: readonly string[]): Call[] => {
  const call = node['~orpc'];
  if (!call)
    return Object.entries(node).flatMap(([name, child]) => walk(child as Node, [...names, name]));
  const { method = 'POST', path, successStatus = 200 } = call.route;
  return [
    {
      name: names.join('.'),
      method,
      path: new RegExp(`^/api${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      status: successStatus,
      isRead: method === 'GET' || call.meta.shows !== undefined,
      input: call.inputSchema,
      output: call.outputSchema,
    },
  ];
};
/** Addresses without parameters first: `/reservations/supprimees` is no reservation. */
const CALLS: readonly Call[] = walk(contract!.api as Node, []).toSorted(
  (a, b) => a.path.source.split('<').length - b.path.source.split('<').length,
);

/** The least that a schema accepts: no rows, nothing chosen, nothing allowed. */
function least(schema: Schema | undefined): unknown {
  if (!schema) return undefined;
  const { type, shape = {}, innerType, options, entries = {}, values, out } = schema._zod.def;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape)
          .map(([name, field]) => [name, leastOf(name, field)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case 'array':
      return [];
    case 'nullable':
      return null;
    case 'string':
      return '';
    case 'number':
    case 'int':
      return 0;
    case 'boolean':
      return false;
    case 'enum':
      return Object.values(entries)[0];
    case 'literal':
      return values?.[0];
    case 'union':
      return least(options?.[0]);
    case 'record':
      return {};
    case 'default':
      return least(innerType);
    case 'pipe':
      return least(out);
    default:
      return undefined;
  }
}

const leastOf = (name: string, field: Schema): unknown =>
  name.endsWith('_at') && field._zod.def.type === 'string'
    ? '2026-01-05T09:00:00.000Z'
    : least(field);

/** What happens to the next writes. */
export type Fate =
  /** Stored, and answered. */
  | 'stored'
  /** Stored, and the answer does not come. */
  | 'lost'
  /** Stored, and the answer breaks off. */
  | 'cut'
  /** Stored, and answered as a failure. */
  | 'failed'
  /** It does not arrive. */
  | 'absent'
  /** Refused, or failed, with this answer. */
  | { code: string; status: number; message: string };

export const FAILURE = {
  code: 'panne',
  status: 500,
  message: 'Une erreur inattendue est survenue. Veuillez réessayer.',
};

/** A refusal of a read. */
export class Refused {
  readonly body: { code: string; status: number; message: string };
  constructor(code: string, status = 404) {
    this.body = { code, status, message: code };
  }
}

/** Answers by the name of the call; over what `least` makes of it. */
export type Answers = Record<string, unknown>;

const json = (status: number, body: unknown): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
  });
const noAnswer = () => new TypeError('Failed to fetch');
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob);

/** The code of a write whose id is stored with another content. */
const OTHER_CONTENT: Record<string, keyof typeof REFUS> = {
  'facturation.addLigne': 'ligne_deja_ajoutee',
  'facturation.correct': 'correction_deja_faite',
  'facturation.pay': 'paiement_deja_enregistre',
};

export class Serveur {
  /** `reads`: only reads get no answer. `portal`: every address answers with a page of its own. */
  lost: 'nothing' | 'reads' | 'portal' = 'nothing';
  /** The read that has an answer nevertheless. */
  answered = '';
  /** What happens to the next writes, in order; those after them are stored and answered. */
  fates: Fate[] = [];
  /** Every write that has arrived, in order. */
  readonly sent: { name: string; input: any }[] = [];
  /** What is wrong with a call; the test fails with it. */
  readonly faults: string[] = [];
  readonly #answers: (stored: any) => Answers;
  /** What is stored, by its id, as it was sent. */
  readonly #stored = new Map<string, string>();
  #last: unknown = undefined;
  #absent: [Call, any] | null = null;
  readonly #held = new Map<string, { made: () => void; released: Promise<void> }>();

  /** `answers` receives the input of the last write that was stored. */
  constructor(answers: (stored: any) => Answers) {
    this.#answers = answers;
  }

  /** How many things with an id of their own are stored. */
  get count(): number {
    return this.#stored.size;
  }

  /** The next answer of a call is kept until `release`. `made`: it has arrived. */
  hold(name: string): { made: Promise<void>; release: () => void } {
    const [made, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    this.#held.set(name, { made: made.resolve, released: released.promise });
    return { made: made.promise, release: released.resolve };
  }

  /** A write that had not arrived arrives after all. */
  arrive(): void {
    if (!this.#absent) throw new Error('nothing is under way');
    this.#store(...this.#absent);
  }

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET' } = init;
    if (this.lost === 'portal')
      return new Response('<!doctype html><title>Wi-Fi</title><p>Bienvenue.', {
        headers: { 'content-type': 'text/html' },
      });
    const { pathname, searchParams } = new URL(address, location.href);
    if (pathname === '/api/health/live') return json(200, { status: 'ok' });
    const call = CALLS.find((one) => one.method === method && one.path.test(pathname));
    if (!call) return this.#fault(`no call ${method} ${pathname}`);
    if (this.lost === 'reads' && call.isRead && call.name !== this.answered) throw noAnswer();
    const body: unknown =
      typeof init.body === 'string'
        ? JSON.parse(init.body)
        : (init.body ?? Object.fromEntries(searchParams));
    const fields = decoded(call.path.exec(pathname)?.groups ?? {});
    const given = isPlain(body) ? { ...body, ...fields } : body;
    const input = this.#check(call, 'input', call.input, given);
    const answer = call.isRead ? this.#answer(call, input) : this.#write(call, input);
    const held = this.#held.get(call.name);
    if (held) {
      this.#held.delete(call.name);
      held.made();
      await held.released;
    }
    if (init.signal?.aborted) throw init.signal.reason;
    if (answer === null) throw noAnswer();
    return answer;
  };

  /** The answer; null if it does not come. */
  #write(call: Call, input: any): Response | null {
    const fate = this.fates.shift() ?? 'stored';
    if (fate === 'absent') {
      this.#absent = [call, input];
      return null;
    }
    this.sent.push({ name: call.name, input });
    if (typeof fate === 'object') return json(fate.status, fate);
    const known = this.#stored.get(attemptOf(call, input) ?? '');
    if (known !== undefined && known !== JSON.stringify(input)) {
      const code = OTHER_CONTENT[call.name] ?? 'ecriture_autre_contenu';
      return json(409, { code, status: 409, message: REFUS[code].message });
    }
    this.#store(call, input);
    if (fate === 'failed') return json(FAILURE.status, FAILURE);
    const response = this.#answer(call, input);
    if (fate === 'lost') return null;
    if (fate === 'stored') return response;
    const broken = new ReadableStream({
      pull(stream) {
        stream.error(noAnswer());
      },
    });
    return new Response(broken, response);
  }

  #store(call: Call, input: any): void {
    this.#last = input;
    const id = attemptOf(call, input);
    if (id !== undefined) this.#stored.set(id, JSON.stringify(input));
  }

  #answer(call: Call, input: any): Response {
    const known: Record<string, any> = {
      'ecritures.get': () => ({ objet_id: this.#stored.has(input.id) ? input.id : null }),
      ...this.#answers(this.#last),
    };
    const said =
      typeof known[call.name] === 'function' ? known[call.name](input) : known[call.name];
    if (said instanceof Refused) return json(said.body.status, said.body);
    const base = least(call.output);
    const body =
      said === undefined ? base : isPlain(said) && isPlain(base) ? { ...base, ...said } : said;
    this.#check(call, 'answer', call.output, body);
    return json(call.status, body);
  }

  #check(call: Call, what: string, schema: Schema | undefined, value: unknown): unknown {
    if (!schema || value instanceof Blob) return value;
    const { issues, value: parsed } = schema['~standard'].validate(value);
    if (issues) this.#fault(`${call.name}, ${what}: ${JSON.stringify(issues)}`);
    return parsed;
  }

  #fault(message: string): never {
    this.faults.push(message);
    throw new Error(message);
  }
}

/** The id of its attempt, drawn by the page. */
const attemptOf = ({ path, input: schema }: Call, input: any): string | undefined =>
  input?.ecriture ??
  (path.source.includes('<id>') || !('id' in (schema?._zod.def.shape ?? {}))
    ? undefined
    : input.id);

const decoded = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, decodeURIComponent(value)]),
  );

/** A row of a list of the contract: what `least` makes of it, with these fields. */
export function row(call: string, fields: object): object {
  const { output } = CALLS.find(({ name }) => name === call)!;
  const element = (output!._zod.def as { element?: Schema }).element;
  return { ...(least(element ?? output) as object), ...fields };
}
