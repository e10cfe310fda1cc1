import { screen, waitFor, within } from '@testing-library/react';
import {
  fetchPersonExport,
  findPerson,
  makePrivacyRequest,
  type PersonLead,
} from '@crm/contracts/http/privacy.js';
import { privacyServices } from '@crm/contracts/customers/privacy.js';
import { privacyRequests, type PrivacyRequest } from '@crm/contracts/resources/privacy-request.js';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, rows } from '../test/FakeServer.js';
import { savedFiles } from '../test/saved-files.js';
import { openApp } from '../test/TestApp.js';

const admin = buildAdmin();
const [lead] = findPerson.answer.parse(findPerson.example.answer).leads as [PersonLead];
const wife: PersonLead = { ...lead, id: '66f0a1b2c3d4e5f601020305', fullname: 'Ngozi Cole', email: null };

const requestOf = (given: Partial<PrivacyRequest> = {}): PrivacyRequest => ({
  id: '66f0a1b2c3d4e5f6010204cd',
  version: 1,
  kind: 'erasure',
  at: '2026-11-20T17:38:00.000Z',
  user_fullname: 'Ada Admin',
  reason: 'Letter of November 18',
  hints: ['… 0117'],
  leads: 1,
  state: 'done',
  done_at: '2026-11-20T17:39:00.000Z',
  expires_at: null,
  fetched: [],
  stays: [],
  parts: privacyServices.map((service) => ({ service, state: 'done', counts: {}, at: null })),
  ...given,
});

function openPrivacy(requests: PrivacyRequest[] = [], leads = [lead, wife], user = admin) {
  const server = new FakeServer(user)
    .on(privacyRequests.calls.list, rows(privacyRequests, requests))
    .on(findPerson, answer(findPerson, { leads }))
    .on(
      makePrivacyRequest,
      answer(makePrivacyRequest, {
        status: 'success',
        message: 'Erasure started',
        request: requestOf({ state: 'running' }),
      }),
    );
  return openApp({ user, server, path: '/privacy-requests' });
}

async function look(pointer: ReturnType<typeof openPrivacy>['pointer'], text: string) {
  await pointer.type(await screen.findByLabelText('Phones and e-mails of the person'), text);
  await pointer.click(screen.getByRole('button', { name: 'Find' }));
}

describe('the page of privacy requests', () => {
  it('shows compliance what was asked for, and neither looks for people nor hands out a file', async () => {
    const compliance = buildUser({ role_id: 5, subroles: [], states: [] });
    const ready = requestOf({ kind: 'export', expires_at: '2026-11-27T17:39:00.000Z' });
    const { server } = openPrivacy([ready], [], compliance);
    expect(await screen.findByText('Letter of November 18')).toBeVisible();
    expect(screen.getByText(/^Available until 11\/27\/2026/)).toBeVisible();
    expect(screen.queryByLabelText('Phones and e-mails of the person')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
    expect([...server.calls(findPerson), ...server.calls(fetchPersonExport)]).toHaveLength(0);
  });

  it('looks for a person by numbers and e-mails however they are written', async () => {
    const { pointer, server } = openPrivacy();
    await look(pointer, '(214) 555-0117, Raymond@Example.com');
    expect(await screen.findByRole('rowheader', { name: 'Ngozi Cole' })).toBeVisible();
    expect(server.calls(findPerson)[0]?.body).toEqual({
      phones: ['+12145550117'],
      emails: ['raymond@example.com'],
    });
  });

  it('says what is missing while nobody can be looked for', async () => {
    openPrivacy();
    const page = within(await screen.findByRole('main'));
    const find = await page.findByRole('button', { name: /^Find/ });
    expect(find).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('table', { name: 'Leads found' })).toBeNull();
  });

  it('erases the chosen lead alone, with a reason, and never contacts the person again unless told so', async () => {
    const { pointer, server } = openPrivacy();
    await look(pointer, '2145550117');
    await pointer.click(await screen.findByRole('checkbox', { name: 'Choose Raymond Cole' }));
    await pointer.click(screen.getByRole('button', { name: 'Erase' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Permanently erase this person?' }));
    expect(dialog.getByText('1 lead chosen')).toBeVisible();
    expect(dialog.getByRole('button', { name: /^Erase for good/ })).toHaveAttribute('aria-disabled', 'true');
    await pointer.type(dialog.getByLabelText(/^What was requested/), 'Letter');
    expect(dialog.getByRole('switch', { name: /^Never contact/ })).toBeChecked();
    await pointer.click(dialog.getByRole('button', { name: 'Erase for good' }));
    await waitFor(() => {
      expect(server.calls(makePrivacyRequest)).toHaveLength(1);
    });
    expect(server.calls(makePrivacyRequest)[0]?.body).toEqual({
      kind: 'erasure',
      phones: ['+12145550117'],
      emails: [],
      lead_ids: [lead.id],
      reason: 'Letter',
      never_contact: 1,
    });
    await waitFor(() => {
      expect(screen.queryByRole('table', { name: 'Leads found' })).toBeNull();
    });
  });

  it('forgets what was found and chosen as soon as somebody else is written down', async () => {
    const { pointer } = openPrivacy();
    await look(pointer, '2145550117');
    await pointer.click(await screen.findByRole('checkbox', { name: 'Choose Raymond Cole' }));
    await pointer.type(screen.getByLabelText('Phones and e-mails of the person'), ', a@example.com');
    expect(screen.queryByRole('button', { name: 'Erase' })).toBeNull();
  });

  it('of a number without a lead, collects what is found by the number', async () => {
    const { pointer, server } = openPrivacy([], []);
    await look(pointer, '2145550117');
    expect(await screen.findByText('No leads found')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Collect everything' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Collect all data?' }));
    expect(dialog.queryByRole('switch')).toBeNull();
    await pointer.type(dialog.getByLabelText(/^What was requested/), 'E-mail');
    await pointer.click(dialog.getByRole('button', { name: 'Collect' }));
    await waitFor(() => {
      expect(server.calls(makePrivacyRequest)[0]?.body).toMatchObject({ kind: 'export', lead_ids: [] });
    });
  });

  it('tells of each request what it came to and whom it waits for', async () => {
    const parts = requestOf().parts.map((part) =>
      part.service === 'messaging' ? { ...part, counts: { texts: 12, emails: 0 } } : part,
    );
    openPrivacy([
      requestOf({ parts }),
      requestOf({
        id: '66f0a1b2c3d4e5f6010204ce',
        state: 'running',
        parts: parts.map((part) => ({ ...part, state: part.service === 'stats' ? 'waits' : 'done' })),
      }),
    ]);
    const rows = await screen.findAllByRole('rowheader', { name: 'Erasure' });
    const [done, running] = rows.map((row) => within(row.closest('tr') as HTMLElement));
    expect(done?.getByText('Done')).toBeVisible();
    expect(done?.getByText('Texts 12')).toBeVisible();
    expect(done?.getByText('… 0117, 1 lead')).toBeVisible();
    expect(running?.getByText('Waiting for stats')).toBeVisible();
  });

  it('gives the file of an export while it is there, and says who has it', async () => {
    const saved = savedFiles();
    const there = requestOf({ kind: 'export', expires_at: '2026-11-27T17:39:00.000Z' });
    const gone = requestOf({ id: '66f0a1b2c3d4e5f6010204cf', kind: 'export' });
    const { pointer, server } = openPrivacy([there, gone]);
    server.on(
      fetchPersonExport,
      answer(fetchPersonExport, {
        collected_at: '2026-11-20T17:39:00.000Z',
        person: { phones: ['+12145550117'], emails: [], lead_ids: [] },
        records: [],
      }),
    );
    expect(await screen.findByText('The file has expired')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: /^Download what was collected/ }));
    await waitFor(() => {
      expect(saved.map(({ name }) => name)).toEqual([`person-${there.id}.json`]);
    });
    expect(server.calls(fetchPersonExport)[0]?.params).toEqual({ id: there.id });
  });

  it('shows by itself how far a request has come, and that another was made', async () => {
    const running = requestOf({ state: 'running' });
    const { server, live } = openPrivacy([running]);
    expect(await screen.findByText(/^Waiting for/)).toBeVisible();
    server.on(privacyRequests.calls.list, rows(privacyRequests, [{ ...running, version: 2, state: 'done' }]));
    await live.say('recordChanged', {
      ...{ resource: 'privacy-requests', id: running.id, change: 'updated', version: 2 },
    });
    expect(await screen.findByText('Done')).toBeVisible();
  });

  it('is narrowed by kind', async () => {
    const { pointer, server } = openPrivacy([requestOf()]);
    await pointer.click(await screen.findByRole('button', { name: /^What/ }));
    await pointer.click(await screen.findByRole('checkbox', { name: 'Export' }));
    await waitFor(() => {
      expect(server.calls(privacyRequests.calls.list).at(-1)?.query).toMatchObject({
        filter: '{"kind":["erasure","retention"]}',
      });
    });
  });

  it('is nobody’s but an admin’s', async () => {
    const user = buildUser();
    const { server } = openApp({ user, path: '/privacy-requests' });
    expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
    expect(server.calls(privacyRequests.calls.list)).toHaveLength(0);
  });
});
