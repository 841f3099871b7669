import * as account from '@depotwerk/api/auth/account';
import * as tokenCalls from '@depotwerk/api/auth/api-tokens';
import * as calls from '@depotwerk/api/auth/auth';
import { getOwnData } from '@depotwerk/api/auth/own-data';
import * as passkeyCalls from '@depotwerk/api/auth/passkeys';
import * as profileCalls from '@depotwerk/api/auth/profile';
import * as factorCalls from '@depotwerk/api/auth/second-factor';
import * as providerCalls from '@depotwerk/api/users/identity-provider';
import { anonymousRoute, type Route, route, versioned } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { activateCredentials } from './activate-credentials.ts';
import { readActivationState } from './activation-state.view.ts';
import * as apiTokens from './api-tokens/api-tokens.ts';
import { readAuthenticatedUser, readDisplaySettings } from './authenticated-user.view.ts';
import { changePassword } from './change-password.ts';
import { listDemoOutbox } from './demo-outbox.view.ts';
import { forgotPassword } from './forgot-password.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { backChannelLogout } from './oidc/back-channel-logout.ts';
import { continueProviderSignIn } from './oidc/continue-provider-sign-in.ts';
import { finishProviderSignIn } from './oidc/finish-provider-sign-in.ts';
import { readOwnProviderLink, removeOwnProviderLink } from './oidc/own-provider-link.ts';
import { startProviderSignIn } from './oidc/start-provider-sign-in.ts';
import { readOwnData } from './own-data.view.ts';
import { putProfile, readProfile } from './own-profile.ts';
import {
  addPasskey,
  listPasskeys,
  provePasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyProof,
} from './passkeys/own-passkeys.ts';
import { signInWithPasskey, startPasskeySignIn } from './passkeys/sign-in-with-passkey.ts';
import { closeTour, putDisplaySettings } from './put-display-settings.ts';
import { refresh } from './refresh.ts';
import { resetActivationToken } from './reset-activation-token.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { requestSms, setSmsFactor, validateToken } from './sms-factor.ts';
import { confirmTotp, readSecondFactor, removeTotp, renewRecoveryCodes, startTotp } from './totp.ts';

/** Signing in and everything a user does to his own account. */
export function authRoutes(services: SignInServices): Route[] {
  return [
    anonymousRoute(calls.login, (context, { body }) => login(services, context, body)),
    anonymousRoute(calls.refresh, (context, { body }) => refresh(services, context, body)),
    anonymousRoute(calls.logout, (context) => logout(services, context)),
    anonymousRoute(account.forgotPassword, (context, { body }) =>
      forgotPassword(services, context, body.userName),
    ),
    anonymousRoute(account.resetActivationToken, (context, { body }) =>
      resetActivationToken(services, context, body),
    ),
    anonymousRoute(account.getActivationState, (context, { body }) =>
      readActivationState(services, context, body),
    ),
    anonymousRoute(account.activateCredentials, (context, { body }) =>
      activateCredentials(services, context, body),
    ),
    anonymousRoute(account.listDemoOutbox, (context) => listDemoOutbox(services, context)),
    route(calls.getAuthenticatedUser, (context) => readAuthenticatedUser(services, context)),
    route(account.listSessions, (context) => listSessions(services, context)),
    route(account.endSession, (context, { params }) => endSession(services, context, params.id)),
    route(account.endOtherSessions, (context) => endOtherSessions(services, context)),
    route(account.changePassword, (context, { body }) => changePassword(services, context, body)),
    route(factorCalls.requestSms, (context, { body }) => requestSms(services, context, body)),
    route(factorCalls.validateToken, (context, { body }) => validateToken(services, context, body)),
    route(factorCalls.getSecondFactor, (context) => readSecondFactor(services, context)),
    route(factorCalls.startTotp, (context, { body }) => startTotp(services, context, body)),
    route(factorCalls.confirmTotp, (context, { body }) => confirmTotp(services, context, body)),
    route(factorCalls.removeTotp, (context, { body }) => removeTotp(services, context, body)),
    route(factorCalls.setSmsFactor, (context, { body }) => setSmsFactor(services, context, body)),
    route(factorCalls.renewRecoveryCodes, (context, { body }) => renewRecoveryCodes(services, context, body)),
    route(passkeyCalls.listPasskeys, (context) => listPasskeys(services, context)),
    route(passkeyCalls.startPasskey, (context, { body }) => startPasskey(services, context, body)),
    route(passkeyCalls.addPasskey, (context, { body }) => addPasskey(services, context, body)),
    route(passkeyCalls.renamePasskey, (context, { params, body }) =>
      renamePasskey(services, context, params.id, body.name),
    ),
    route(passkeyCalls.removePasskey, (context, input) => removePasskey(services, context, input)),
    route(passkeyCalls.startPasskeyProof, (context) => startPasskeyProof(services, context)),
    route(passkeyCalls.provePasskey, (context, { body }) => provePasskey(services, context, body)),
    anonymousRoute(passkeyCalls.startPasskeySignIn, (context) => startPasskeySignIn(services, context)),
    anonymousRoute(passkeyCalls.signInWithPasskey, (context, { body }) =>
      signInWithPasskey(services, context, body),
    ),
    ...tokenRoutes(services),
    ...providerRoutes(services),
    route(getOwnData, (context) => readOwnData(services, context)),
    route(profileCalls.getProfile, async (context) => versioned(await readProfile(services, context))),
    route(profileCalls.putProfile, async (context, input) =>
      versioned(await putProfile(services, context, input)),
    ),
    route(account.getDisplaySettings, (context) => readDisplaySettings(services, context)),
    route(account.closeTour, (context) => closeTour(services, context)),
    route(account.putDisplaySettings, (context, { body }) => putDisplaySettings(services, context, body)),
  ];
}

function tokenRoutes(services: SignInServices): Route[] {
  return [
    route(tokenCalls.listOwnApiTokens, (context) => apiTokens.listOwnApiTokens(services, context)),
    route(tokenCalls.createApiToken, (context, input) => apiTokens.createApiToken(services, context, input)),
    route(tokenCalls.revokeOwnApiToken, (context, { params }) =>
      apiTokens.revokeOwnApiToken(services, context, params.id),
    ),
    route(tokenCalls.listApiTokens, (context) => apiTokens.listApiTokens(services, context)),
    route(tokenCalls.revokeApiToken, (context, { params }) =>
      apiTokens.revokeApiToken(services, context, params.id),
    ),
  ];
}

function providerRoutes(services: SignInServices): Route[] {
  return [
    anonymousRoute(providerCalls.startProviderSignIn, (context, { body }) =>
      startProviderSignIn(services, context, body),
    ),
    anonymousRoute(providerCalls.finishProviderSignIn, (context, { body }) =>
      finishProviderSignIn(services, context, body),
    ),
    anonymousRoute(providerCalls.continueProviderSignIn, (context, { body }) =>
      continueProviderSignIn(services, context, body),
    ),
    anonymousRoute(providerCalls.backChannelLogout, (context, { body }) =>
      backChannelLogout(services, context, body),
    ),
    route(providerCalls.getOwnProviderLink, (context) => readOwnProviderLink(services, context)),
    route(providerCalls.removeOwnProviderLink, (context, { body }) =>
      removeOwnProviderLink(services, context, body),
    ),
  ];
}
