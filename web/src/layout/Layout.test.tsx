import { licences } from '@crm/contracts/resources/licence.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { getCallbackOffer } from '@crm/contracts/http/callbacks.js';
import { getDialler, getLiveCall } from '@crm/contracts/http/calling.js';
import { getOwnState } from '@crm/contracts/http/floor.js';
import { getSupervision } from '@crm/contracts/http/supervision.js';
import { listFollowupsOfUser } from '@crm/contracts/http/followups.js';
import { listDay } from '@crm/contracts/http/day.js';
import { getDayFigures } from '@crm/contracts/http/stats.js';
import { countOnlineAgents, signOut, verifyToken } from '@crm/contracts/http/auth.js';
import { setActive } from '@crm/contracts/http/account.js';
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@crm/contracts/entities/user.js';
import { screenWidth } from '../test/browser-globals.js';
import { answer, refuse } from '../test/FakeServer.js';
import { buildAdmin, buildGuide, buildUser } from '../test/builders.js';
import { openApp, tokenKey } from '../test/TestApp.js';

const values = () => screen.findByRole('heading', { name: 'Top 10 Core Values:' });
const shown = (message: string) => screen.findByText(message).then((text) => text.closest('[data-type]'));

describe('the menu', () => {
  const table: readonly [string, User, string[]][] = [
    [
      'an admin',
      buildAdmin(),
      ['Life', 'Health', 'Raw Leads', 'Follow-ups', 'Records', 'Statistic', 'Deals', 'Floor'],
    ],
    ['an agent with sub-role 1', buildUser({ subroles: [1] }), ['Life', 'Inbox', 'Follow-ups', 'Statistic']],
    [
      'an agent with sub-role 2',
      buildUser({ subroles: [2] }),
      ['Health', 'Inbox', 'Follow-ups', 'Statistic'],
    ],
    ['an agent without sub-roles', buildUser({ subroles: [] }), ['Inbox', 'Follow-ups', 'Statistic']],
    ['a guide', buildGuide(), ['Leads', 'Missed Calls']],
  ];
  it.each(table)('of %s', async (_, user, labels) => {
    openApp({ user });
    await values();
    const menu = screen.getByRole('navigation', { name: 'Main' });
    expect(
      within(menu)
        .queryAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(labels);
  });
});

describe('guarded addresses', () => {
  const table: readonly [string, User, string][] = [
    ['an agent without sub-role 1', buildUser({ subroles: [2] }), '/life'],
    ['an agent', buildUser(), '/records'],
    ['an agent', buildUser(), '/guide/leads'],
    ['a guide', buildGuide(), '/auto'],
    ['a guide', buildGuide(), '/raw-leads'],
    ['an agent', buildUser(), '/guide/missed-calls'],
    ['an admin', buildAdmin(), '/guide/leads'],
  ];
  it.each(table)('send %s Home, with no call for the page: %#', async (_, user, path) => {
    const { router, server } = openApp({ user, path });
    await values();
    expect(router.state.location.pathname).toBe('/');
    expect(await screen.findByText('You do not have access to that page.')).toBeVisible();
    const made = server.arrived.map(({ endpoint }) => endpoint);
    const ofTheHouse = [
      verifyToken.name,
      countOnlineAgents.name,
      getDialler.name,
      getLiveCall.name,
      getCallbackOffer.name,
      getOwnState.name,
      getSupervision.name,
      listNotifications.name,
      // Of Home itself.
      listFollowupsOfUser.name,
      listDay.name,
      getDayFigures.name,
      licences.calls.list.name,
    ];
    expect(made.filter((name) => !ofTheHouse.includes(name))).toEqual([]);
  });

  it('say so where nothing stands', async () => {
    openApp({ user: buildUser(), path: '/no-such-page' });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
  });
});

describe('the person', () => {
  it('is opened from the rail: full name, role and e-mail', async () => {
    const { pointer } = openApp({ user: buildUser() });
    await pointer.click(await screen.findByRole('button', { name: /^Signed in as Dana Reyes-Whitfield/ }));
    const card = within(await screen.findByRole('dialog', { name: 'Dana Reyes-Whitfield' }));
    expect(card.getByText('Agent')).toBeVisible();
    expect(card.getByText('dana@example.com')).toBeVisible();
  });

  it('is in the open drawer of a wide screen', async () => {
    screenWidth.px = 1920;
    openApp({ user: buildAdmin() });
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(menu.getByText('Morgan Ostrander')).toBeVisible();
    expect(menu.getByText('Admin')).toBeVisible();
    expect(menu.getByText('morgan@example.com')).toBeVisible();
  });

  it('comes with the sheet of a small screen, which closes by going somewhere', async () => {
    screenWidth.px = 420;
    const { pointer, goTo } = openApp({ user: buildAdmin(), path: '/auto' });
    await screen.findByRole('heading', { name: 'Auto' });
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    await pointer.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(await screen.findByText('morgan@example.com')).toBeVisible();
    await goTo('/');
    await waitFor(() => {
      expect(screen.queryByText('morgan@example.com')).not.toBeInTheDocument();
    });
  });
});

describe('presence in the bar', () => {
  it('is a count for admins, kept up by live events', async () => {
    const { live } = openApp({ user: buildAdmin() });
    expect(await screen.findByText('12 agents online')).toBeVisible();
    await live.say('getOnlineAgents', { agents: 1 });
    expect(await screen.findByText('1 agent online')).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });

  it('is a switch for agents', async () => {
    const user = buildUser();
    const { pointer, server } = openApp({ user });
    server.on(setActive, answer(setActive, { status: 'success', message: 'You are online' }));
    const control = await screen.findByRole('switch', { name: 'Offline' });
    expect(control).not.toBeChecked();
    await waitFor(() => {
      expect(control).not.toHaveAttribute('aria-disabled', 'true');
    });
    await pointer.click(control);
    expect(await screen.findByRole('switch', { name: 'Online' })).toBeChecked();
    expect(server.calls(setActive)[0]?.body).toEqual({ active: 1, user_id: user.id });
    expect(await shown('You are online')).toHaveAttribute('data-type', 'success');
    expect(server.calls(countOnlineAgents)).toEqual([]);
  });

  it('stays as it was when the switch is refused', async () => {
    const { pointer, server } = openApp({ user: buildUser() });
    server.on(setActive, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
    const control = await screen.findByRole('switch');
    await waitFor(() => {
      expect(control).not.toHaveAttribute('aria-disabled', 'true');
    });
    await pointer.click(control);
    expect(await shown('Try again in a moment')).toHaveAttribute('data-type', 'error');
    expect(screen.getByRole('switch')).not.toBeChecked();
  });

  it('is neither for guides', async () => {
    const { server } = openApp({ user: buildGuide() });
    await values();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    expect(server.calls(countOnlineAgents)).toEqual([]);
  });
});

describe('the settings menu', () => {
  const open = async (pointer: ReturnType<typeof openApp>['pointer']) => {
    await pointer.click(await screen.findByRole('button', { name: 'Settings' }));
    return within(await screen.findByRole('menu'));
  };

  const keys = 'Keyboard shortcuts?';
  const account = [
    'ThemeLight',
    'OOO VM',
    'OOO TEXT',
    'Change Password',
    'Sessions',
    'Sign-in security',
    'Sound',
    'Call a colleague',
    keys,
  ];

  it.each([
    {
      user: buildAdmin(),
      items: [
        ...account,
        'New Agent',
        'New Guide',
        'Update Agent',
        'Phones',
        'Settings',
        'Calls',
        'Agents',
        'Guides',
        'Staff',
        'Teams',
        'State numbers',
        'Numbers',
        'Opening hours',
        'Partners',
        'Single sign-on',
        'Webhooks',
        'Webhook deliveries',
        'API keys',
        'Contact rules',
        'Do not contact',
        'Licences',
        'Suppression lists',
        'Lists',
        'Privacy requests',
        'Retention',
        'Deleted leads',
        'Retry rules',
        'Dialler report',
        'Carrier',
        'Audit',
        'System',
        'Logout',
      ],
    },
    {
      user: buildUser(),
      items: [
        'ThemeLight',
        'OOO VM',
        'OOO TEXT',
        'OUTBOUND VM',
        'Text Messages',
        'Email Messages',
        'Change Cell #',
        'Change Password',
        'Sessions',
        'Sign-in security',
        'Sound',
        'Call a colleague',
        keys,
        'Logout',
      ],
    },
    { user: buildGuide(), items: [...account, 'Logout'] },
  ])(
    'offers role $user.role_id the own account, and admins what the floor is set up with',
    async ({ user, items }) => {
      const { pointer } = openApp({ user });
      const menu = await open(pointer);
      expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(items);
    },
  );

  it('changes the theme and keeps it in the browser', async () => {
    const { pointer } = openApp({ user: buildUser() });
    await pointer.click((await open(pointer)).getByRole('menuitem', { name: /Theme/ }));
    expect(await screen.findByRole('menuitem', { name: 'Theme Dark' })).toBeVisible();
    expect(window.localStorage.getItem('RaStore.theme')).toBe('"dark"');
  });

  it('changes the language at once and keeps it in the browser', async () => {
    const { pointer } = openApp({ user: buildUser() });
    const menu = await open(pointer);
    expect(menu.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
    await pointer.click(menu.getByRole('menuitemradio', { name: 'Español' }));
    expect(await screen.findByRole('link', { name: 'Bandeja' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'es');
    expect(window.localStorage.getItem('RaStore.locale')).toBe('"es"');
    await pointer.click(await screen.findByRole('button', { name: 'Configuración' }));
    expect(await screen.findByRole('menuitemradio', { name: 'Español' })).toBeChecked();
    await pointer.click(screen.getByRole('menuitemradio', { name: 'English' }));
    expect(await screen.findByRole('link', { name: 'Inbox' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('lang', 'en');
  });

  it('signs out: the token goes, saved filters go, the theme and the language stay', async () => {
    const { pointer, router, server, live, services } = openApp({ user: buildUser() });
    services.store.setItem('leads.listParams', { filter: { q: 'Ann' } });
    const menu = await open(pointer);
    await pointer.click(menu.getByRole('menuitem', { name: /Theme/ }));
    await pointer.click(menu.getByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/signin');
    expect(server.calls(signOut)).toHaveLength(1);
    expect(window.localStorage.getItem(tokenKey)).toBeNull();
    expect(services.store.getItem('leads.listParams')).toBeUndefined();
    expect(services.store.getItem('theme')).toBe('dark');
    expect(services.store.getItem('locale')).toBe('en');
    expect(live.connected).toBe(false);
  });
});

describe('the house', () => {
  it('lists the keys that work on ?', async () => {
    const { pointer } = openApp({ user: buildUser() });
    await values();
    await pointer.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(sheet.getAllByText('Find a lead, a page or an action')).toHaveLength(2);
    expect(sheet.getByText('Show this list')).toBeVisible();
  });

  it('takes no key for a shortcut while somebody types', async () => {
    const { pointer } = openApp({ user: buildUser() });
    await pointer.click(await screen.findByRole('button', { name: 'Find a lead by name, phone or e-mail' }));
    const field = await screen.findByRole('combobox');
    await pointer.type(field, '?/');
    expect(field).toHaveValue('?/');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('leads home by the mark', async () => {
    const { pointer } = openApp({ user: buildUser(), path: '/auto' });
    await pointer.click(await screen.findByRole('link', { name: 'Ringwell, home' }));
    expect(await values()).toBeVisible();
  });

  it('skips to the content', async () => {
    const { pointer } = openApp({ user: buildUser() });
    await pointer.click(await screen.findByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('moves the focus into a new page', async () => {
    const { goTo } = openApp({ user: buildUser() });
    await values();
    await goTo('/auto');
    await screen.findByRole('heading', { name: 'Auto' });
    expect(screen.getByRole('main')).toHaveFocus();
  });
});
