import type { Background } from './background.ts';
import { createBackground } from './background.ts';
import type { Database, Reader } from './database/database.ts';
import type { DocumentStore } from './document-store/document-store.ts';
import type { PrivateMailHosts } from './mail/private-hosts.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hash.ts';
import type { Quotas } from './quotas.ts';
import { createSessionStates, type SessionStates } from './sessions/session-states.ts';
import type { SignInKeys } from './sign-in-keys.ts';
import type { SmsProvider } from './sms/sms-provider.ts';
import { createThrottle, type Throttle } from './throttle/throttle.ts';
import { type AccessTokens, createAccessTokens } from './tokens/access-token.ts';

/** What verbs and views are given: no module holds a handle of its own, so tests can give another. */
export interface Services {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** How much may be kept; absent = the defaults. */
  readonly quotas?: Quotas;
  /** Where contents of documents go; absent or null = they stay in the database. */
  readonly documentStore?: DocumentStore | null;
  /** Whether mail servers may be in inner networks; absent or null = where one house is alone. */
  readonly privateMailHosts?: PrivateMailHosts;
  /** The same for providers people sign in through. */
  readonly privateSignInHosts?: PrivateMailHosts;
  /** The same for interfaces SMS are handed to. */
  readonly privateSmsHosts?: PrivateMailHosts;
  /** The same for systems that are told what happens. */
  readonly privateWebhookHosts?: PrivateMailHosts;
}

/** What a view needs: the database to read from, perhaps one that records what was read. */
export interface ReadServices {
  readonly database: Reader;
}

/** JSON lines; values never hold passwords, tokens or codes. */
export interface Logger {
  readonly info: (values: object, message: string) => void;
  readonly error: (values: object, message: string) => void;
}

export interface SignInSettings {
  /** Demo mode: the outbox is readable and sign-ins are shown. */
  readonly isDemo: boolean;
  /** Scheme and host of links in mails, e.g. `https://depotwerk.example`; never taken from a request. */
  readonly publicOrigin: string;
  /** Where the banks are; the demo shows the practice bank's SMS beside its own. null = nowhere. */
  readonly bankUrl: string | null;
  /** Origins of apps that may stand around every page; those of a house stand in its appearance. */
  readonly parentOrigins?: readonly string[];
}

/** What signing in, sessions and white label need beyond the database. */
export interface SignInServices extends Services {
  readonly keys: SignInKeys;
  readonly settings: SignInSettings;
  readonly logger: Logger;
  /** How SMS go out of houses that have named no interface of their own. */
  readonly sms: SmsProvider;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
  readonly accessTokens: AccessTokens;
  readonly sessions: SessionStates;
  readonly background: Background;
}

/** Puts the services together from what the start of the server or a test provides. */
export function createSignInServices(
  given: Services & Pick<SignInServices, 'keys' | 'settings' | 'logger' | 'sms'>,
): SignInServices {
  const { database, clock, keys, logger } = given;
  return {
    ...given,
    passwords: createPasswordHasher(),
    throttle: createThrottle(database, keys.throttle, clock),
    accessTokens: createAccessTokens(keys.accessTokens, clock),
    sessions: createSessionStates(database, clock, given.settings.isDemo),
    background: createBackground(logger),
  };
}
