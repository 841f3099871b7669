import * as calls from '@depotwerk/api/auth';
import * as factorCalls from '@depotwerk/api/second-factor';
import { anonymousRoute, type Route, route } from '../../platform/http/route.ts';
import type { SignInServices } from '../../platform/services.ts';
import { activateCredentials } from './activate-credentials.ts';
import { readAuthenticatedUser, readDisplaySettings } from './authenticated-user.view.ts';
import { changePassword } from './change-password.ts';
import { listDemoOutbox } from './demo-outbox.view.ts';
import { forgotPassword } from './forgot-password.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { putDisplaySettings } from './put-display-settings.ts';
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
    anonymousRoute(calls.forgotPassword, (context, { body }) =>
      forgotPassword(services, context, body.userName),
    ),
    anonymousRoute(calls.resetActivationToken, (context, { body }) =>
      resetActivationToken(services, context, body),
    ),
    anonymousRoute(calls.activateCredentials, (context, { body }) =>
      activateCredentials(services, context, body),
    ),
    anonymousRoute(calls.listDemoOutbox, () => listDemoOutbox(services)),
    route(calls.getAuthenticatedUser, (context) => readAuthenticatedUser(services, context)),
    route(calls.listSessions, (context) => listSessions(services, context)),
    route(calls.endSession, (context, { params }) => endSession(services, context, params.id)),
    route(calls.endOtherSessions, (context) => endOtherSessions(services, context)),
    route(calls.changePassword, (context, { body }) => changePassword(services, context, body)),
    route(factorCalls.requestSms, (context, { body }) => requestSms(services, context, body)),
    route(factorCalls.validateToken, (context, { body }) => validateToken(services, context, body)),
    route(factorCalls.getSecondFactor, (context) => readSecondFactor(services, context)),
    route(factorCalls.startTotp, (context, { body }) => startTotp(services, context, body)),
    route(factorCalls.confirmTotp, (context, { body }) => confirmTotp(services, context, body)),
    route(factorCalls.removeTotp, (context, { body }) => removeTotp(services, context, body)),
    route(factorCalls.setSmsFactor, (context, { body }) => setSmsFactor(services, context, body)),
    route(factorCalls.renewRecoveryCodes, (context, { body }) => renewRecoveryCodes(services, context, body)),
    route(calls.getDisplaySettings, (context) => readDisplaySettings(services, context)),
    route(calls.putDisplaySettings, (context, { body }) => putDisplaySettings(services, context, body)),
  ];
}
