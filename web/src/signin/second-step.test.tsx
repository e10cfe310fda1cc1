import { signIn } from '@crm/contracts/http/auth.js';
import {
  confirmSignIn,
  enrollTotpAtSignIn,
  finishEnrollmentAtSignIn,
} from '@crm/contracts/http/second-factor.js';
import type { FactorMethod } from '@crm/contracts/entities/sign-in-step.js';
import { screen, waitFor } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openApp, tokenKey } from '../test/TestApp.js';

const token = 'Vf3n8Q0m2sYtKc5bXh7rLw9pZd1uJ4aEgT6iNoRkMyQ';
const welcome = { token: 'fresh', user: buildUser(), status: 'success', message: 'Welcome, Dana' } as const;
const stepTo = (methods: FactorMethod[], must_enroll = false) =>
  refuse({
    ...{ code: 'second_step', status: 'info', message: 'Confirm that it is you' },
    sign_in_step: { token, methods, must_enroll, expires_at: '2026-11-20T17:46:00.000Z' },
  });
const enter = async (server: FakeServer) => {
  const app = openApp({ path: '/signin', server });
  await app.pointer.type(await screen.findByLabelText('E-mail'), 'dana@example.com');
  await app.pointer.type(screen.getByLabelText('Password'), 'a password{Enter}');
  return app;
};
const arrived = async ({ redirects }: Awaited<ReturnType<typeof enter>>) => {
  await waitFor(() => {
    expect(redirects).toEqual(['/']);
  });
  expect(window.localStorage.getItem(tokenKey)).toBe('fresh');
};

test('with a second factor the password is not enough: the code of the app signs in', async () => {
  const server = new FakeServer()
    .on(signIn, stepTo(['totp', 'recovery']))
    .on(confirmSignIn, answer(confirmSignIn, welcome));
  const app = await enter(server);
  expect(await screen.findByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  expect(window.localStorage.getItem(tokenKey)).toBeNull();
  expect(screen.getByLabelText('Code of the app')).toHaveFocus();
  await app.pointer.type(screen.getByLabelText('Code of the app'), '287 082{Enter}');
  await arrived(app);
  expect(server.calls(confirmSignIn)[0]?.body).toEqual({
    step: token,
    proof: { method: 'totp', code: '287082' },
  });
});

test('a recovery code does, too; a wrong one is said and can be typed again', async () => {
  const server = new FakeServer()
    .on(signIn, stepTo(['totp', 'recovery']))
    .on(confirmSignIn, refuse({ code: 'wrong_credentials', message: 'This code is wrong, or was used' }));
  const app = await enter(server);
  await app.pointer.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await app.pointer.type(screen.getByLabelText('Recovery code'), '7k2m-pq9t-w4xh-c8rd{Enter}');
  expect(await screen.findByText('This code is wrong, or was used')).toBeVisible();
  server.on(confirmSignIn, answer(confirmSignIn, welcome));
  await app.pointer.type(screen.getByLabelText('Recovery code'), '{Enter}');
  await arrived(app);
});

test('a step that is over leads back to the password', async () => {
  const server = new FakeServer()
    .on(signIn, stepTo(['totp']))
    .on(confirmSignIn, refuse({ code: 'session_ended', message: 'Session ended, please login again' }));
  const app = await enter(server);
  await app.pointer.type(await screen.findByLabelText('Code of the app'), '287082{Enter}');
  expect(await screen.findByText('Session ended, please login again')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a role that needs a factor sets one up; the session begins once the codes are saved', async () => {
  const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const uri = `otpauth://totp/Ringwell:dana?secret=${key}&issuer=Ringwell`;
  const recovery_codes = ['7k2m-pq9t-w4xh-c8rd'];
  const server = new FakeServer()
    .on(signIn, stepTo([], true))
    .on(enrollTotpAtSignIn, answer(enrollTotpAtSignIn, { key, uri }))
    .on(finishEnrollmentAtSignIn, answer(finishEnrollmentAtSignIn, { ...welcome, recovery_codes }));
  const app = await enter(server);
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await app.pointer.click(screen.getByRole('button', { name: 'Set up an app' }));
  await app.pointer.type(await screen.findByLabelText('Code of the app'), '287082{Enter}');
  expect(await screen.findByText('7k2m-pq9t-w4xh-c8rd')).toBeVisible();
  expect(window.localStorage.getItem(tokenKey)).toBeNull();
  await app.pointer.click(screen.getByRole('button', { name: 'I saved them' }));
  await arrived(app);
});

test('passkeys of another address only: the page says so', async () => {
  await enter(new FakeServer().on(signIn, stepTo([])));
  expect(await screen.findByText(/^Your passkeys belong to another address/)).toBeVisible();
});
