import { changePassword } from '@crm/contracts/http/account.js';
import { screen, waitFor } from '@testing-library/react';
import { answer, refuse } from '../test/FakeServer.js';
import { buildUser } from '../test/builders.js';
import { openApp } from '../test/TestApp.js';

const open = async () => {
  const app = openApp({ user: buildUser() });
  await app.pointer.click(await screen.findByRole('button', { name: 'Settings' }));
  await app.pointer.click(await screen.findByRole('menuitem', { name: 'Change Password' }));
  await screen.findByRole('dialog', { name: 'Change Password' });
  return app;
};
const old = () => screen.getByLabelText(/^Old password/);
const fresh = () => screen.getByLabelText(/^New password/);
const confirmation = () => screen.getByLabelText(/^Confirm new password/);
const save = () => screen.getByRole('button', { name: 'Save' });

const fill = async ({ pointer }: Awaited<ReturnType<typeof open>>) => {
  await pointer.type(old(), 'demo-demo-1');
  await pointer.type(fresh(), 'k2Vw9tQpZr4m');
  await pointer.type(confirmation(), 'k2Vw9tQpZr4m');
};

describe('changing the password', () => {
  it('asks for all three fields', async () => {
    const { pointer, server } = await open();
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    await pointer.click(old());
    await pointer.click(fresh());
    await pointer.click(confirmation());
    await pointer.tab();
    expect(await screen.findAllByText('Required.')).toHaveLength(3);
    await pointer.click(save());
    expect(server.calls(changePassword)).toEqual([]);
  });

  it('refuses a confirmation that differs, also when the new password changes later', async () => {
    const { pointer } = await open();
    await pointer.type(fresh(), 'k2Vw9tQpZr4m');
    await pointer.type(confirmation(), 'k2Vw9tQpZr4');
    await pointer.tab();
    expect(await screen.findByText('Password must be the same')).toBeVisible();
    await pointer.type(confirmation(), 'm');
    await waitFor(() => {
      expect(screen.queryByText('Password must be the same')).not.toBeInTheDocument();
    });
    await pointer.type(fresh(), 'x');
    expect(await screen.findByText('Password must be the same')).toBeVisible();
  });

  it('refuses a new password that is too short', async () => {
    const { pointer } = await open();
    await pointer.type(fresh(), 'short');
    await pointer.tab();
    expect(await screen.findByText('At least 12 characters')).toBeVisible();
  });

  it('sends old and new, shows the answer and closes', async () => {
    const app = await open();
    app.server.on(changePassword, answer(changePassword, { status: 'success', message: 'Password changed' }));
    await fill(app);
    await app.pointer.click(save());
    expect((await screen.findByText('Password changed')).closest('[data-type]')).toHaveAttribute(
      'data-type',
      'success',
    );
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(app.server.calls(changePassword)).toMatchObject([
      {
        params: { userId: buildUser().id },
        body: { old_password: 'demo-demo-1', new_password: 'k2Vw9tQpZr4m' },
      },
    ]);
  });

  it('keeps every field when the server refuses, and says why at the field', async () => {
    const app = await open();
    app.server.on(
      changePassword,
      refuse({
        code: 'invalid',
        message: 'Not changed',
        errors: { old_password: 'The old password is wrong' },
      }),
    );
    await fill(app);
    await app.pointer.click(save());
    expect(await screen.findByText('The old password is wrong')).toBeVisible();
    expect(await screen.findByText('Not changed')).toBeVisible();
    expect(old()).toHaveValue('demo-demo-1');
    expect(fresh()).toHaveValue('k2Vw9tQpZr4m');
    expect(confirmation()).toHaveValue('k2Vw9tQpZr4m');
  });

  it('asks before what was typed is lost', async () => {
    const { pointer } = await open();
    await pointer.type(old(), 'demo');
    await pointer.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => {
      expect(screen.queryByText('Close without saving?')).not.toBeInTheDocument();
    });
    expect(old()).toHaveValue('demo');
    await pointer.keyboard('{Escape}');
    await pointer.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('asks before Back or another page takes what was typed', async () => {
    const { pointer, router, goTo } = await open();
    await pointer.type(old(), 'demo');
    await pointer.click(screen.getByRole('heading', { name: 'Change Password' }));
    await goTo('/follow-ups');
    expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => {
      expect(screen.queryByText('Close without saving?')).not.toBeInTheDocument();
    });
    expect(router.state.location.pathname).toBe('/');
    expect(old()).toHaveValue('demo');
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
  });

  it('closes at once when nothing was typed', async () => {
    const { pointer } = await open();
    await pointer.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });
});
