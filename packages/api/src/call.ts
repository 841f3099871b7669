import type { PermissionCode } from '@depotwerk/domain/permissions';
import type { AppearanceFeature } from '@depotwerk/domain/white-label/check-appearance';
import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Who may make a call. `anonymous` needs no token, `signedIn` any session, `ownSide` a customer's own, else one permission. */
export type Access = 'anonymous' | 'signedIn' | 'ownSide' | PermissionCode;

/** What comes back: JSON, nothing (204), JSON or nothing (204 where the answer is null), or a file. */
export type AnswerKind = 'json' | 'empty' | 'jsonOrEmpty' | 'file';

type Schema = z.ZodMiniType;

/**
 * One call between browser and server: the single contract both sides import.
 * The server parses params, query and body with these schemas and checks its own answer;
 * the browser types its input from them and parses the answer.
 */
export interface Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  /** Unique name, verb first; also the OpenAPI operationId. */
  readonly id: string;
  readonly area: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below /api with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Rights it takes besides `access`, whatever is asked. Left out, like the next, where there are none: descriptors travel with every page. */
  readonly alsoNeeds?: readonly PermissionCode[];
  /** What the token of another system needs where `access` is no right; `anyScope` = that it is one. Left out = only people call it. */
  readonly tokenNeeds?: PermissionCode | 'anyScope';
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  readonly answerKind: AnswerKind;
  readonly status: number;
  /** Further statuses of success, which the handler chooses with `Reply.withStatus`: 201 created, 202 goes on as a job. */
  readonly otherStatuses: readonly number[];
  readonly errors: readonly ErrorCode[];
  /** Lists that answer `format=csv|xlsx` with a file instead of JSON. */
  readonly isExportable: boolean;
  /** PUT, PATCH, DELETE on an editable object: If-Match is mandatory, 428 without. */
  readonly needsIfMatch: boolean;
  /**
   * A read whose answer may be a second old where others changed something, and never older than what its caller has seen: a
   * replica may give it. Left out = the primary alone; so for sessions, rights and forms.
   */
  readonly mayLag?: true;
  /** POSTs that create or trigger: Idempotency-Key is mandatory, 400 without. */
  readonly needsIdempotencyKey: boolean;
  /** Reads or rotates the refresh cookie: demands our own header and origin. */
  readonly usesRefreshCookie: boolean;
  /** Answers also while the user must replace a password somebody else has set; all others refuse until then. */
  readonly isOpenBeforeNewPassword: boolean;
  /** Answers while its caller looks at the product as somebody else; null = as `isOpenWhileViewing` says. */
  readonly opensWhileViewing: boolean | null;
  /** Sensitive: who has a second factor must have shown it within five minutes, else auth.secondFactorRequired. */
  readonly needsFreshFactor: boolean;
  /**
   * What a house can close (`white-label`) for those who are signed in: where its appearance for the host does, the call refuses
   * everybody; a host no appearance names opens only what none of them closes. Two are none of these: `depotanalysis` is for
   * visitors, who get what the page they see offers and, where it offers none, the answer of a closed registration; and an
   * invitation (`preregistration`) leads to the page of visitors from wherever its inviter works, so that one appearance that
   * lets people in is enough.
   */
  readonly feature: AppearanceFeature | null;
  /** Bytes a body may have where the usual 256 KiB are too few (uploads); null = usual. */
  readonly bodyLimit: number | null;
  /** The body brings a file: such calls take turns, so that files never hold up what people do at the screen. */
  readonly takesFile: boolean;
  /** The body is a form (`application/x-www-form-urlencoded`), as another system sends it; all others take JSON only. */
  readonly takesForm: boolean;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

type Options = Pick<Call, 'id' | 'area' | 'method' | 'path' | 'summary' | 'access'> &
  Partial<
    Pick<
      Call,
      | 'alsoNeeds'
      | 'tokenNeeds'
      | 'answerKind'
      | 'status'
      | 'otherStatuses'
      | 'errors'
      | 'isExportable'
      | 'needsIfMatch'
      | 'mayLag'
      | 'needsIdempotencyKey'
      | 'usesRefreshCookie'
      | 'isOpenBeforeNewPassword'
      | 'opensWhileViewing'
      | 'needsFreshFactor'
      | 'feature'
      | 'bodyLimit'
      | 'takesFile'
      | 'takesForm'
    >
  >;

/** Declares a call; members left out mean "none" (no query, no body, 200 with JSON or 204 when empty). */
export function defineCall<
  Params extends Schema = Nothing,
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
  Answer extends Schema = Nothing,
>(
  options: Options & { params?: Params; query?: Query; body?: Body; answer?: Answer },
): Call<Params, Query, Body, Answer> {
  const answerKind = options.answerKind ?? (options.answer ? 'json' : 'empty');
  return {
    errors: [],
    otherStatuses: [],
    isExportable: false,
    needsIfMatch: false,
    needsIdempotencyKey: false,
    usesRefreshCookie: false,
    isOpenBeforeNewPassword: false,
    opensWhileViewing: null,
    needsFreshFactor: false,
    feature: null,
    bodyLimit: null,
    takesFile: false,
    takesForm: false,
    status: answerKind === 'empty' ? 204 : 200,
    ...options,
    answerKind,
    // An absent schema is the empty object; its type parameter defaults to exactly that.
    params: (options.params ?? nothing) as Params,
    query: (options.query ?? nothing) as Query,
    body: (options.body ?? nothing) as Body,
    answer: (options.answer ?? nothing) as Answer,
  };
}

/** Declares the calls of one area, which a file then says once. */
export const callsOf =
  (area: string) =>
  <
    Params extends Schema = Nothing,
    Query extends Schema = Nothing,
    Body extends Schema = Nothing,
    Answer extends Schema = Nothing,
  >(
    options: Omit<Options, 'area'> & { params?: Params; query?: Query; body?: Body; answer?: Answer },
  ): Call<Params, Query, Body, Answer> =>
    defineCall<Params, Query, Body, Answer>({ area, ...options });

/** Input of a call as handlers and callers see it: parsed params, query and body. */
export interface CallInput<C extends Call> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
}

export type CallAnswer<C extends Call> = z.output<C['answer']>;

type Sent<Value> = unknown extends Value
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Sent<Value[Key]> }
    : Value;
/** An answer as its handler gives it: nobody changes it any more, so its lists may be read-only ones. */
export type SentAnswer<C extends Call> = Sent<CallAnswer<C>>;

/**
 * Whether a call answers while its caller looks at the product as somebody else: what shows something on screen, and
 * ending it. Nothing that changes, hands out a file, or concerns bank passwords.
 */
export const isOpenWhileViewing = ({ opensWhileViewing, method, answerKind, access }: Call): boolean =>
  opensWhileViewing ?? (method === 'GET' && answerKind !== 'file' && access !== 'traderCredentials.use');
