import { exampleSecondFactor } from '@crm/contracts/entities/second-factor.js';
import {
  enrollTotp,
  finishEnrollment,
  getSecondFactor,
  removeFactor,
  removeFactorsOfUser,
  renewRecoveryCodes,
} from '@crm/contracts/http/second-factor.js';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { RemoveFactorsButton } from './RemoveFactorsButton.js';
import SecondFactorDialog from './SecondFactorDialog.js';

const nothing = { ...exampleSecondFactor, passkeys: [], totp_since: null, recovery_codes_left: 0 };
const codes = ['7k2m-pq9t-w4xh-c8rd', 'f3ng-6ybz-v5ju-2ska'];
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Ringwell:dana?secret=${key}&issuer=Ringwell`;

const open = (second_factor = exampleSecondFactor, prepare = (server: FakeServer) => server) => {
  const user = buildUser();
  const server = prepare(
    new FakeServer(user).on(getSecondFactor, answer(getSecondFactor, { second_factor })),
  );
  return { ...openPart(<SecondFactorDialog onClose={jest.fn()} />, { user, server }), server };
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const enterPassword = async ({ pointer }: ReturnType<typeof open>, text = 'my password') => {
  await pointer.type(await screen.findByLabelText(/^Your password/), `${text}{Enter}`);
};

test('the factors there are listed with their days, each with a button that removes it', async () => {
  open();
  expect(await screen.findByText('Work laptop')).toBeVisible();
  expect(button('Remove Work laptop')).toBeVisible();
  expect(button('Remove Authenticator app')).toBeVisible();
  expect(screen.getByText('9 codes left')).toBeVisible();
});

test('who has none and needs one is told from which day on', async () => {
  open({ ...nothing, required_from: '2999-01-31' });
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Your role needs a second factor from 01/31/2999 on.');
  expect(screen.getByText('No passkeys')).toBeVisible();
});

test('a browser without passkeys says so, and everything else works', async () => {
  open(nothing);
  await screen.findByText('No passkeys');
  expect(button('Add a passkey')).toHaveAccessibleDescription('This browser has no passkeys at this address');
});

test('an app is set up with the password, its key and its first code, and brings recovery codes', async () => {
  const app = open(nothing, (server) =>
    server.on(enrollTotp, answer(enrollTotp, { key, uri })).on(
      finishEnrollment,
      answer(finishEnrollment, {
        second_factor: exampleSecondFactor,
        recovery_codes: codes,
        status: 'success',
        message: 'Authenticator app added',
      }),
    ),
  );
  await app.pointer.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await enterPassword(app);
  expect(await screen.findByRole('img', { name: 'QR code of the key below' })).toBeVisible();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  expect(app.server.calls(enrollTotp)[0]?.body).toEqual({ password: 'my password' });
  await app.pointer.type(screen.getByLabelText('Code of the app'), '28708');
  expect(button('Confirm')).toHaveAttribute('aria-disabled', 'true');
  await app.pointer.type(screen.getByLabelText('Code of the app'), '2{Enter}');
  const saving = await screen.findByRole('dialog', { name: 'Save your recovery codes' });
  expect(
    within(saving)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  expect(app.server.calls(finishEnrollment)[0]?.body).toEqual({
    enrollment: { method: 'totp', code: '287082' },
  });
  await app.pointer.click(within(saving).getByRole('button', { name: 'I saved them' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Save your recovery codes' })).not.toBeInTheDocument();
  });
  expect(app.server.calls(getSecondFactor)).toHaveLength(2);
});

test('a wrong password and a wrong code are said at their fields', async () => {
  const app = open(exampleSecondFactor, (server) =>
    server.on(
      renewRecoveryCodes,
      refuse({
        code: 'invalid',
        message: 'The password is wrong',
        errors: { password: 'The password is wrong' },
      }),
    ),
  );
  await app.pointer.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await enterPassword(app, 'a guess');
  await waitFor(() => {
    expect(screen.getByLabelText(/^Your password/)).toBeInvalid();
  });
});

test('removing says what is left, and asks for the password', async () => {
  const app = open({ ...exampleSecondFactor, totp_since: null }, (server) =>
    server.on(
      removeFactor,
      answer(removeFactor, { second_factor: nothing, status: 'success', message: 'Removed' }),
    ),
  );
  await app.pointer.click(await screen.findByRole('button', { name: 'Remove Work laptop' }));
  const question = await screen.findByRole('dialog', { name: 'Remove Work laptop?' });
  expect(within(question).getByText(/^This is your last second factor/)).toBeVisible();
  await enterPassword(app);
  await waitFor(() => {
    expect(app.server.calls(removeFactor)[0]?.body).toEqual({
      password: 'my password',
      factor: exampleSecondFactor.passkeys[0]?.id,
    });
  });
});

test('an admin removes the factors of somebody, once asked', async () => {
  const user = buildAdmin();
  const userId = exampleSecondFactor.user_id;
  const server = new FakeServer(user).on(
    removeFactorsOfUser,
    answer(removeFactorsOfUser, { status: 'success', message: 'Second factors removed' }),
  );
  const { pointer } = openPart(<RemoveFactorsButton person={{ id: userId, name: 'Dana Reyes' }} />, {
    user,
    server,
  });
  await pointer.click(button('Remove second factors of Dana Reyes'));
  const question = await screen.findByRole('dialog', { name: 'Remove second factors?' });
  expect(server.calls(removeFactorsOfUser)).toHaveLength(0);
  await pointer.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    expect(server.calls(removeFactorsOfUser)[0]?.params).toEqual({ userId });
  });
});
