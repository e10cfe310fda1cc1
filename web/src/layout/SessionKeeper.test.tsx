import { setActive } from '@crm/contracts/http/account.js';
import { verifyToken } from '@crm/contracts/http/auth.js';
import { act, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { answer, refuse } from '../test/FakeServer.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { buildAdmin, buildUser } from '../test/builders.js';
import { openLead } from '../test/openLead.js';
import { openApp, tokenKey } from '../test/TestApp.js';
import { verifyEveryMs } from './SessionKeeper.js';

const leadId = '66f0a1b2c3d4e5f601020399';
const shown = (message: string) => screen.findByText(message).then((text) => text.closest('[data-type]'));
const leadLink = (name: string) => screen.getByRole('link', { name });
const flip = async ({ pointer }: ReturnType<typeof openApp>) =>
  pointer.click(await screen.findByRole('switch'));

describe('a refused call', () => {
  it('ends the session with the words of the specification', async () => {
    const app = openApp({ user: buildUser() });
    app.server.on(setActive, refuse({ code: 'session_ended', message: 'Over' }));
    await flip(app);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await shown('Session ended, please login again')).toHaveAttribute('data-type', 'error');
    expect(window.localStorage.getItem(tokenKey)).toBeNull();
  });

  it('that is forbidden is shown once and keeps the session', async () => {
    const app = openApp({ user: buildUser() });
    app.server.on(setActive, refuse({ code: 'forbidden', message: 'Agents alone have this switch' }));
    await flip(app);
    expect(await shown('Agents alone have this switch')).toHaveAttribute('data-type', 'error');
    expect(screen.getAllByText('Agents alone have this switch')).toHaveLength(1);
    expect(window.localStorage.getItem(tokenKey)).not.toBeNull();
    expect(app.router.state.location.pathname).toBe('/');
  });

  it('for an unfinished lead opens it, notes it, and says so in the answer’s colour, with its name', async () => {
    const app = openApp({ user: buildUser() });
    app.server.on(
      setActive,
      refuse({
        code: 'work_unfinished',
        status: 'warning',
        message: 'Finish this one first',
        lead_id: leadId,
        lead_name: 'Maribel Dunne',
      }),
    );
    await flip(app);
    const message = await shown('Finish this one first');
    expect(message).toHaveAttribute('data-type', 'warning');
    expect(message).toContainElement(leadLink('Maribel Dunne'));
    expect(app.router.state.location.pathname).toBe(`/lead/${leadId}`);
    expect(app.services.session.user()?.uncompleted_lead).toBe(leadId);
  });

  it('for a lead that somebody holds goes to the life dashboard', async () => {
    const app = openApp({ user: buildUser(), path: '/auto' });
    app.server.on(
      setActive,
      refuse({ code: 'locked', message: 'With Priya S. now', lead_id: leadId, lead_name: 'Maribel Dunne' }),
    );
    await flip(app);
    await waitFor(() => {
      expect(app.router.state.location.pathname).toBe('/life');
    });
    const message = await shown('With Priya S. now');
    expect(message).toHaveAttribute('data-type', 'error');
    expect(message).toHaveTextContent('Maribel Dunne');
    // An agent would be sent back again.
    expect(screen.queryByRole('link', { name: 'Maribel Dunne' })).not.toBeInTheDocument();
  });

  it('for a lead that somebody holds leads an admin to its page, which shows it', async () => {
    const { pointer, live, router } = await openLead({ user: buildAdmin() });
    live.acknowledge('updateStatus', () => ({
      ...{
        status: 'warning',
        code: 'locked',
        message: 'Priya Sandoval has this lead open',
        http_status: 423,
      },
      ...{ lead_id: exampleLifeLead.id, lead_name: exampleLifeLead.fullname },
    }));
    await pointer.click(screen.getByRole('button', { name: /^Status/ }));
    await pointer.click(await screen.findByRole('radio', { name: /^Agreement/ }));
    await pointer.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/life');
    });
    await shown('Priya Sandoval has this lead open');
    await pointer.click(leadLink(exampleLifeLead.fullname));
    expect(await screen.findByRole('heading', { level: 1, name: exampleLifeLead.fullname })).toBeVisible();
  });
});

describe('the session of a window', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is verified hourly, with the renewed token', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { server } = openApp({ user: buildUser() });
    await screen.findByRole('switch');
    server.on(verifyToken, answer(verifyToken, { user: buildUser({ fname: 'Renewed' }), token: 'renewed' }));
    await act(() => jest.advanceTimersByTimeAsync(verifyEveryMs));
    expect(server.calls(verifyToken)).toHaveLength(2);
    expect(window.localStorage.getItem(tokenKey)).toBe('renewed');
  });

  it('ends when the hourly verification is refused', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { server } = openApp({ user: buildUser() });
    await screen.findByRole('switch');
    server.on(verifyToken, refuse({ code: 'session_ended', message: 'Over' }));
    await act(() => jest.advanceTimersByTimeAsync(verifyEveryMs));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  it('is looked up again after a gap, since presence may have been taken back', async () => {
    const { server, live } = openApp({ user: buildUser({ active: 1 }) });
    await screen.findByRole('switch', { name: 'Online' });
    server.on(verifyToken, answer(verifyToken, { user: buildUser({ active: 0 }) }));
    await live.goDown();
    await live.comeUp();
    expect(await screen.findByRole('switch', { name: 'Offline' })).not.toBeChecked();
  });

  it('ends as soon as the connection goes because it was ended elsewhere', async () => {
    const { server, live } = openApp({ user: buildUser() });
    await screen.findByRole('switch');
    server.on(verifyToken, refuse({ code: 'session_ended', message: 'Over' }));
    await live.goDown();
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  it('ends with a sign-out in another window', async () => {
    openApp({ user: buildUser() });
    await screen.findByRole('switch');
    act(() => {
      window.localStorage.removeItem(tokenKey);
      window.dispatchEvent(
        new StorageEvent('storage', { key: tokenKey, newValue: null, storageArea: window.localStorage }),
      );
    });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  it('opens anew when somebody else signed in in another window', async () => {
    const { server, redirects } = openApp({ user: buildUser() });
    await screen.findByRole('switch');
    const other = buildUser({ id: '66f0a1b2c3d4e5f6010203ff' });
    server.on(verifyToken, answer(verifyToken, { user: other }));
    act(() => {
      window.localStorage.setItem(tokenKey, 'another');
      window.dispatchEvent(
        new StorageEvent('storage', { key: tokenKey, newValue: 'another', storageArea: window.localStorage }),
      );
    });
    await waitFor(() => {
      expect(redirects).toEqual(['/']);
    });
  });
});
