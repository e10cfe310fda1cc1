import { acknowledgeBulkReading } from '@crm/contracts/http/audit.js';
import { screen, waitFor, within } from '@testing-library/react';
import {
  dropDelivery,
  getSystemPart,
  listDeadLetters,
  listDeliveries,
  listSystemActions,
  readDelivery,
  retryDelivery,
  systemPart,
  type ParkedDelivery,
  type PartState,
} from '@crm/contracts/http/system.js';
import { getScreening } from '@crm/contracts/resources/suppression-list.js';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openApp } from '../test/TestApp.js';
import { screenWidth } from '../test/browser-globals.js';

const admin = buildAdmin();
const stateOf = (given: Partial<PartState> & Pick<PartState, 'service'>): PartState => ({
  ready: true,
  missing: [],
  started_at: '2026-11-20T08:00:00.000Z',
  queues: [
    { queue: `${given.service}.users`, depth: 2, consumers: 1, waiting: 0, parked: 1, oldest_at: null },
  ],
  outbox: { documents: 7, oldest_at: null },
  dead: 0,
  account_faults: [],
  bulk_readings: [],
  sign_in_attacks: [],
  schema: [],
  ...given,
});
const parked: ParkedDelivery = {
  id: 'leads.users 019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b11',
  queue: 'leads.users',
  type: 'user.updated',
  subject: 'user/66f0a1b2c3d4e5f601020304',
  event_id: '019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b11',
  attempts: 4,
  reason: 'Error: no room',
  failed_at: '2026-11-20T17:38:00.000Z',
  retryable: true,
};
const { event } = readDelivery.answer.parse(readDelivery.example.answer);

function openSystem(deliveries: ParkedDelivery[] = [parked]) {
  const server = new FakeServer(admin)
    .on(getSystemPart, ({ params }) => {
      const service = systemPart.parse(params['service']);
      if (service === 'stats') return refuse({ code: 'unavailable', message: 'Away' })({} as never);
      return answer(
        getSystemPart,
        stateOf({ service, ...(service === 'auth' && { ready: false, missing: ['store'] }) }),
      )({} as never);
    })
    .on(listDeliveries, answer(listDeliveries, { deliveries, next: null }))
    .on(listDeadLetters, answer(listDeadLetters, { letters: [], total: 0 }))
    .on(listSystemActions, answer(listSystemActions, { actions: [] }))
    .on(getScreening, answer(getScreening, getScreening.answer.parse(getScreening.example.answer)));
  return openApp({ user: admin, server, path: '/system' });
}

const rowOf = async (name: string) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement);

describe('the system page', () => {
  it('tells of each part whether it is ready, what it misses, and whether it answers at all', async () => {
    openSystem();
    expect(await (await rowOf('leads')).findByText('Ready')).toBeVisible();
    expect(await (await rowOf('auth')).findByText('Cannot reach store')).toBeVisible();
    expect(await (await rowOf('stats')).findByText('No answer')).toBeVisible();
    const cells = (await rowOf('leads')).getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells.slice(1, 6)).toEqual(['2', '0', '1', '0', '7']);
  });

  it('has them in two lines of a part where a window is narrow', async () => {
    screenWidth.px = 768;
    openSystem();
    const row = await rowOf('leads');
    expect(await row.findByText('In queues 2')).toBeVisible();
    expect(row.getByText('Unpublished 7')).toBeVisible();
    expect(row.getAllByRole('cell')).toHaveLength(3);
  });

  it('says what the carrier account makes fail', async () => {
    const { server } = openSystem();
    const at = '2026-11-20T17:40:00.000Z';
    const fault = { code: 30034, sentence: 'our number is not registered for texts', at, times: 3 };
    server.on(getSystemPart, ({ params }) => {
      const service = systemPart.parse(params['service']);
      const account_faults = service === 'messaging' ? [fault] : [];
      return answer(getSystemPart, stateOf({ service, account_faults }))({} as never);
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Carrier account: our number is not registered for texts \(30034\). Last seen .*, 3 in total.$/,
    );
  });

  it('says who opened many leads, until it is acknowledged', async () => {
    const { pointer, server } = openSystem();
    const at = '2026-11-20T17:40:00.000Z';
    const kind = 'opened' as const;
    const alarm = {
      user_id: 'dana',
      user_fullname: 'Dana Reyes',
      kind,
      first_at: at,
      last_at: at,
      records: 61,
    };
    let alarms = [alarm];
    server.on(getSystemPart, ({ params }) => {
      const service = systemPart.parse(params['service']);
      const bulk_readings = service === 'leads' ? alarms : [];
      return answer(getSystemPart, stateOf({ service, bulk_readings }))({} as never);
    });
    server.on(acknowledgeBulkReading, answer(acknowledgeBulkReading, { status: 'success', message: 'Done' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Dana Reyes opened 61 leads within ten seconds. Last seen /,
    );
    const link = screen.getByRole('link', { name: 'Show in Audit' });
    const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://here');
    expect(JSON.parse(searchParams.get('filter') ?? '')).toEqual({
      ...{ actor: 'dana', action: 'lead.opened' },
      window: { from: '2026-11-20T17:39:50.000Z', to: '2026-11-20T17:40:00.001Z' },
    });
    alarms = [];
    await pointer.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => {
      expect(screen.queryByText(/Dana Reyes opened/)).toBeNull();
    });
    expect(server.calls(acknowledgeBulkReading)[0]?.params).toEqual({ service: 'leads', userId: 'dana' });
  });

  it('says where sign-ins are refused in numbers, and leads to them in the log', async () => {
    const { server } = openSystem();
    const times = { first_at: '2026-11-20T17:00:00.000Z', last_at: '2026-11-20T17:40:00.000Z' };
    const sign_in_attacks = [
      { by: 'network' as const, name: '198.51.100.7', refused: 1_204, ...times },
      { by: 'account' as const, name: 'ada@example.com', refused: 61, ...times },
    ];
    server.on(getSystemPart, ({ params }) => {
      const service = systemPart.parse(params['service']);
      const attacks = service === 'auth' ? sign_in_attacks : [];
      return answer(getSystemPart, stateOf({ service, sign_in_attacks: attacks }))({} as never);
    });
    const [network, account] = await screen.findAllByRole('alert');
    expect(network).toHaveTextContent(
      /^1,204 sign-ins from 198.51.100.7 were refused in the last hour. Last one /,
    );
    expect(account).toHaveTextContent(/^61 sign-ins as ada@example.com were refused in the last hour/);
    const filters = screen.getAllByRole('link', { name: 'Show in Audit' }).map((link) => {
      const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://here');
      return JSON.parse(searchParams.get('filter') ?? '') as unknown;
    });
    const window = { from: '2026-11-20T17:00:00.000Z', to: '2026-11-20T17:40:00.001Z' };
    const refused = { action: 'session.started', outcome: 'denied', window };
    expect(filters).toEqual([
      { ...refused, address: '198.51.100.7' },
      { ...refused, subject: 'account/ada@example.com' },
    ]);
  });

  it('says how far the migrations of a service are', async () => {
    const { pointer, server } = openSystem();
    const progress = { version: 1, known: 2, documents: 400, total: 1_200, failure: null };
    const migration = {
      ...progress,
      collection: 'leads',
      migration: 'leads-by-day',
      state: 'running' as const,
    };
    const notes = { ...migration, collection: 'notes', state: 'failed' as const, failure: 'TypeError' };
    server.on(getSystemPart, ({ params }) => {
      const service = systemPart.parse(params['service']);
      return answer(getSystemPart, stateOf({ service, schema: [migration, notes] }))({} as never);
    });
    await pointer.click(await screen.findByRole('tab', { name: 'Migrations' }));
    const table = within(await screen.findByRole('tabpanel'));
    const cellsOf = async (name: string) =>
      within((await table.findByRole('rowheader', { name })).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(await cellsOf('leads')).toEqual(['1 of 2', 'leads-by-day', 'Running', '400 of 1,200']);
    expect(await cellsOf('notes')).toContain('Failed, retrying (TypeError)');
  });

  it('tries a message again by keyboard, says what came of it and reads anew', async () => {
    const { pointer, server } = openSystem();
    server.on(
      retryDelivery,
      answer(retryDelivery, { status: 'success', message: 'Message delivered', delivered: true }),
    );
    await pointer.click(await screen.findByRole('tab', { name: 'Failed' }));
    const again = await screen.findByRole('button', { name: /^Retry user.updated .*$/ });
    // The panel itself, where it scrolls; then reading; then trying again.
    for (let step = 0; step < 3; step += 1) await pointer.tab();
    expect(again).toHaveFocus();
    server.on(listDeliveries, answer(listDeliveries, { deliveries: [], next: null }));
    await pointer.keyboard('{Enter}');
    expect(await screen.findByText('Message delivered')).toBeVisible();
    expect(await screen.findByText('No failed messages')).toBeVisible();
    expect(server.calls(retryDelivery)[0]?.params).toEqual({
      service: 'leads',
      id: encodeURIComponent(parked.id),
    });
  });

  it('says that messages failed to load, and not that there are none', async () => {
    const { pointer, server } = openSystem();
    server.on(listDeliveries, refuse({ code: 'server_error', message: 'Something went wrong' }));
    await pointer.click(await screen.findByRole('tab', { name: 'Failed' }));
    expect(await screen.findByText('This failed to load')).toBeVisible();
    expect(screen.queryByText('No failed messages')).toBeNull();
  });

  it('shows what a message holds, covered as the server sends it', async () => {
    const { pointer, server } = openSystem();
    server.on(readDelivery, answer(readDelivery, { delivery: parked, event }));
    await pointer.click(await screen.findByRole('tab', { name: 'Failed' }));
    await pointer.click(await screen.findByRole('button', { name: /^Read user.updated/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Message' }));
    await waitFor(() => {
      expect(dialog.getByRole('region', { name: 'Content' })).toHaveTextContent('(text, 14)');
    });
  });

  it('drops a message only after a question', async () => {
    const { pointer, server } = openSystem();
    server.on(dropDelivery, answer(dropDelivery, { status: 'success', message: 'Message dropped' }));
    await pointer.click(await screen.findByRole('tab', { name: 'Failed' }));
    await pointer.click(await screen.findByRole('button', { name: /^Drop user.updated/ }));
    const question = within(await screen.findByRole('dialog', { name: 'Drop this message?' }));
    expect(server.calls(dropDelivery)).toHaveLength(0);
    await pointer.click(question.getByRole('button', { name: 'Drop it' }));
    expect(await screen.findByText('Message dropped')).toBeVisible();
    expect(server.calls(dropDelivery)).toHaveLength(1);
  });

  it('offers no second try where the queue is no more, and says why', async () => {
    const { pointer, server } = openSystem([{ ...parked, retryable: false }]);
    await pointer.click(await screen.findByRole('tab', { name: 'Failed' }));
    const again = await screen.findByRole('button', { name: /^Retry user.updated/ });
    expect(again).toHaveAttribute('aria-disabled', 'true');
    expect(again).toHaveAccessibleDescription('Queue removed');
    await pointer.click(again);
    expect(server.calls(retryDelivery)).toHaveLength(0);
  });

  it('looks at another service, and of the gateway at dead letters alone', async () => {
    const { pointer, server } = openSystem();
    await pointer.click(await screen.findByRole('button', { name: 'Details of gateway' }));
    expect(await screen.findByRole('heading', { name: 'Messages of gateway' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Failed' })).toBeNull();
    await pointer.click(screen.getByRole('tab', { name: 'Dead letters' }));
    expect(await screen.findByText('No dead letters')).toBeVisible();
    expect(server.calls(listDeadLetters)[0]?.params).toEqual({ service: 'gateway' });
  });

  it('is for admins alone; no call is made for others', async () => {
    const user = buildUser();
    const { server } = openApp({ user, path: '/system' });
    expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
    expect(server.calls(getSystemPart)).toHaveLength(0);
  });
});
