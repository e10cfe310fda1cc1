import { jest } from '@jest/globals';
import { signIn } from '@crm/contracts/http/auth.js';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { buildUser } from '../test/builders.js';
import { openApp, tokenKey } from '../test/TestApp.js';

const email = () => screen.findByLabelText('E-mail');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: 'Sign in' });

const welcome = new FakeServer().on(
  signIn,
  answer(signIn, { token: 'fresh', user: buildUser(), status: 'success', message: 'Welcome, Dana' }),
);

describe('the sign-in page', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is where a visitor without a session ends, whatever the address', async () => {
    const { router, server } = openApp({ path: '/life' });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/signin');
    expect(server.arrived).toEqual([]);
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  it('speaks the language of the browser at first', async () => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-US', 'en-US']);
    openApp({ path: '/signin' });
    expect(await screen.findByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(screen.getByLabelText('Correo electrónico')).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'es');
  });

  it('sends who is signed in to the root', async () => {
    const { router } = openApp({ path: '/signin', user: buildUser() });
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/');
    });
  });

  it('says that an e-mail is required, once left empty', async () => {
    const { pointer } = openApp({ path: '/signin' });
    await pointer.click(await email());
    await pointer.tab();
    expect(await screen.findByText('E-mail is required')).toBeVisible();
    expect(await email()).toBeInvalid();
  });

  it.each(['dana', 'dana@example', 'dana reyes@example.com'])('says that %j is no address', async (typed) => {
    const { pointer } = openApp({ path: '/signin' });
    await pointer.type(await email(), typed);
    await pointer.tab();
    expect(await screen.findByText('E-mail must be valid')).toBeVisible();
  });

  it('says that a password is required, once left empty', async () => {
    const { pointer } = openApp({ path: '/signin' });
    await email();
    await pointer.click(password());
    await pointer.tab();
    expect(await screen.findByText('This field is required')).toBeVisible();
  });

  it('keeps the button off until both fields are valid, and makes no call', async () => {
    const { pointer, server } = openApp({ path: '/signin' });
    await pointer.type(await email(), 'dana@example.com');
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    await pointer.click(button());
    expect(server.arrived).toEqual([]);
    await pointer.type(password(), 's');
    await waitFor(() => {
      expect(button()).not.toHaveAttribute('aria-disabled');
    });
  });

  it('signs in, keeps the token and opens the root anew', async () => {
    const { pointer, server, redirects } = openApp({ path: '/signin', server: welcome });
    await pointer.type(await email(), ' dana@example.com ');
    await pointer.type(password(), 'demo-demo-1{Enter}');
    await waitFor(() => {
      expect(redirects).toEqual(['/']);
    });
    expect(server.calls(signIn)[0]?.body).toEqual({ email: 'dana@example.com', password: 'demo-demo-1' });
    expect(window.localStorage.getItem(tokenKey)).toBe('fresh');
  });

  it('has its good news shown by the page that opens', async () => {
    const first = openApp({ path: '/signin', server: welcome });
    await first.pointer.type(await email(), 'dana@example.com');
    await first.pointer.type(password(), 'demo-demo-1{Enter}');
    await waitFor(() => {
      expect(first.redirects).toEqual(['/']);
    });
    document.body.replaceChildren();
    openApp({ user: buildUser() });
    const message = await screen.findByText('Welcome, Dana');
    expect(message.closest('[data-type]')).toHaveAttribute('data-type', 'success');
  });

  it('shows the server’s refusal in red and keeps what was typed', async () => {
    const server = new FakeServer().on(
      signIn,
      refuse({ code: 'wrong_credentials', message: 'Wrong e-mail or password' }),
    );
    const { pointer, redirects } = openApp({ path: '/signin', server });
    await pointer.type(await email(), 'dana@example.com');
    await pointer.type(password(), 'nope{Enter}');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Wrong e-mail or password')).toBeVisible();
    expect(alert).toHaveAttribute('data-type', 'error');
    expect(password()).toHaveValue('nope');
    expect(redirects).toEqual([]);
  });

  it('shows and hides the password', async () => {
    const { pointer } = openApp({ path: '/signin' });
    await email();
    expect(password()).toHaveAttribute('type', 'password');
    await pointer.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
    await pointer.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
  });
});
