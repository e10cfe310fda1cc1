import { screen, waitFor, within } from '@testing-library/react';
import { exportAuditEntries, listAuditEntries } from '@crm/contracts/http/audit.js';
import { auditServer, buildEntry } from '../test/audit-server.js';
import { buildAdmin, buildUser } from '../test/builders.js';
import { refuse } from '../test/FakeServer.js';
import { FakeUpload } from '../test/FakeUpload.js';
import { savedFiles } from '../test/saved-files.js';
import { openApp, openPart } from '../test/TestApp.js';
import { auditAddress } from './audit-filter.rules.js';
import AuditPage from './AuditPage.js';

const dana = buildUser();
const leadId = '66f0a1b2c3d4e5f601020399';
const opened = buildEntry({ seq: 10, action: 'lead.opened', changes: [], actor_id: dana.id }, 0);
const changed = buildEntry(
  {
    seq: 9,
    changes: [{ field: 'state', before: 'TX', after: 'FL' }, { field: 'medications' }],
  },
  5,
);
const refused = buildEntry(
  {
    ...{ seq: 4, service: 'auth', action: 'session.started', outcome: 'denied', actor_id: 'nobody' },
    ...{ actor_name: '', subjects: ['account/nobody@example.com'], changes: [] },
  },
  3,
);
const log = [opened, changed, refused];

const openAudit = (server = auditServer(log), path = '/audit') =>
  openApp({ user: buildAdmin(), server, path });
const sentences = async () => {
  await screen.findAllByRole('rowheader');
  return screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
};
const asked = (server: ReturnType<typeof auditServer>) => server.calls(listAuditEntries).at(-1)?.query;

describe('the audit page', () => {
  it('lists the entries of all services by time, in words', async () => {
    openAudit();
    expect(await sentences()).toEqual(['Opened a lead', 'Signed in', 'Changed a lead']);
    expect(screen.getByText('3 entries')).toBeVisible();
    const row = within(screen.getByTestId(`row-${refused.id}`));
    for (const shown of ['11/20/2026 9:14:57 AM', 'Not signed in', 'Denied', '198.51.100.20'])
      expect(row.getByText(shown)).toBeVisible();
    const record = within(screen.getByTestId(`row-${opened.id}`)).getByRole('link', { name: 'Lead …020399' });
    expect(record).toHaveAttribute('href', `/lead/${leadId}`);
  });

  it('looks under one request id, by which six entries of a look are one', async () => {
    const look = {
      action: 'audit.read',
      correlation_id: '5f0e8a52-7b9c-4d7c-9a4e-1c2d3e4f5a6b',
      changes: [],
    };
    const looks = ['leads', 'auth'] as const;
    const { server } = openAudit(
      auditServer([
        ...log,
        ...looks.map((service, seq) => buildEntry({ ...look, service, seq: seq + 1 }, 9)),
      ]),
    );
    expect(await sentences()).toEqual(['Opened a lead', 'Signed in', 'Changed a lead', 'Read the audit log']);
    expect(screen.getByText('4 entries')).toBeVisible();
    const requests = server.calls(listAuditEntries).map(({ headers }) => headers.get('X-Request-Id'));
    expect(new Set(requests).size).toBe(1);
  });

  it('opens an entry with its changes, its request and its place in the chain', async () => {
    const { pointer } = openAudit();
    await pointer.click(await screen.findByRole('link', { name: 'Changed a lead' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Changed a lead' }));
    const cells = dialog.getAllByRole('row').map(({ textContent }) => textContent);
    expect(cells).toEqual(['FieldBeforeAfter', 'StateTXFL', expect.stringMatching(/Value not recorded$/)]);
    expect(dialog.getByText(changed.correlation_id)).toBeVisible();
    expect(dialog.getByText('leads, entry 9')).toBeVisible();
    await pointer.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(await sentences()).toHaveLength(3);
  });

  it('turns to the next page without reading again what it has', async () => {
    const many = Array.from({ length: 60 }, (_none, index) =>
      buildEntry(
        { seq: 60 - index, service: index % 2 === 0 ? 'leads' : 'auth', action: 'lead.opened' },
        index,
      ),
    );
    const { pointer, server } = openAudit(auditServer(many));
    await screen.findAllByRole('rowheader');
    const calls = () =>
      server.calls(listAuditEntries).map(({ params, query }) => [params['service'], query['range']]);
    expect(calls()).toHaveLength(6);
    await pointer.click(screen.getByRole('button', { name: 'Go to page 2' }));
    expect(await screen.findByTestId(`row-${many[25]?.id ?? ''}`)).toBeVisible();
    expect(screen.getAllByRole('rowheader')).toHaveLength(25);
    // One log was read to behind this page; the other goes on behind its twenty-fifth entry.
    expect(calls().slice(6)).toEqual([['leads', '[1,25]']]);
    await pointer.click(screen.getByRole('button', { name: 'Go to page 3' }));
    expect(await screen.findByTestId(`row-${many[59]?.id ?? ''}`)).toBeVisible();
    expect(screen.getAllByRole('rowheader')).toHaveLength(10);
    expect(calls().slice(7)).toEqual([['auth', '[1,25]']]);
  });

  it('asks for a person, an action, an outcome, a record and an address', async () => {
    const { pointer, server } = openAudit();
    await sentences();
    await pointer.click(screen.getByRole('button', { name: /^Person/ }));
    await pointer.click(await screen.findByRole('radio', { name: new RegExp(dana.fullname) }));
    await waitFor(() => {
      expect(asked(server)).toMatchObject({ actor: dana.id });
    });
    await pointer.click(screen.getByRole('button', { name: /^What/ }));
    await pointer.type(await screen.findByRole('textbox', { name: 'Find an action' }), 'opened a lead');
    await pointer.click(screen.getByRole('radio', { name: 'Opened a lead' }));
    await waitFor(() => {
      expect(asked(server)).toMatchObject({ action: 'lead.opened' });
    });
    await pointer.click(screen.getByRole('button', { name: /^Outcome/ }));
    await pointer.click(await screen.findByRole('menuitem', { name: 'Failed' }));
    await pointer.click(screen.getByRole('button', { name: /^Record/ }));
    await pointer.type(await screen.findByRole('textbox', { name: 'Record' }), 'Raymond{Enter}');
    expect(screen.getByText('Enter a page address or an id')).toBeVisible();
    await pointer.clear(screen.getByRole('textbox', { name: 'Record' }));
    await pointer.type(screen.getByRole('textbox', { name: 'Record' }), `http://here/lead/${leadId}{Enter}`);
    await pointer.click(await screen.findByRole('button', { name: /^Address/ }));
    await pointer.type(await screen.findByRole('textbox', { name: 'Address' }), '198.51.100.20{Enter}');
    await waitFor(() => {
      expect(asked(server)).toEqual({
        ...{ actor: dana.id, action: 'lead.opened', subject: `lead/${leadId}`, outcome: 'failed' },
        ...{ address: '198.51.100.20', range: '[0,24]' },
      });
    });
    await pointer.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => {
      expect(asked(server)).toEqual({ range: '[0,24]' });
    });
  });

  it('says which stretch of time a link asked for, and takes it away', async () => {
    const window = { from: '2026-11-20T17:14:50.000Z', to: '2026-11-20T17:15:00.001Z' };
    const { pointer, server } = openAudit(auditServer(log), auditAddress({ window }));
    const chip = 'Remove 11/20/2026 9:14:50 AM to 11/20/2026 9:15:00 AM PT';
    await pointer.click(await screen.findByRole('button', { name: chip }));
    expect(server.calls(listAuditEntries)[0]?.query).toMatchObject(window);
    await waitFor(() => {
      expect(asked(server)).toEqual({ range: '[0,24]' });
    });
  });

  it('says what to do where nothing matches', async () => {
    openAudit(auditServer(log), auditAddress({ subject: 'lead/none' }));
    expect(await screen.findByText('No matching entries')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Clear filters' })).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  });

  it('lists what the others answer, and names a service that does not', async () => {
    openAudit(auditServer(log, ['auth', 'stats']));
    expect(await sentences()).toEqual(['Opened a lead', 'Changed a lead']);
    expect(screen.getByRole('alert')).toHaveTextContent('No answer from auth, stats. Entries are missing.');
  });

  it('fails where no service answers, and tries again', async () => {
    const server = auditServer(log);
    server.on(listAuditEntries, refuse({ code: 'unavailable', message: 'Away' }));
    const { pointer } = openAudit(server);
    expect(await screen.findByText('The audit log failed to load')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(server.calls(listAuditEntries).length).toBeGreaterThan(6);
    });
  });

  it('downloads the filtered log of one service, or of all', async () => {
    const files = savedFiles();
    const server = auditServer(log).on(exportAuditEntries, () => new Response('At,Actor'));
    const part = new FakeUpload(server).around(<AuditPage />);
    const { pointer } = openPart(part, {
      user: buildAdmin(),
      server,
      path: auditAddress({ subject: `lead/${leadId}` }),
    });
    await screen.findAllByRole('rowheader');
    await pointer.click(screen.getByRole('button', { name: 'Export CSV' }));
    await pointer.click(await screen.findByRole('menuitem', { name: 'leads' }));
    await waitFor(() => {
      expect(files.map(({ name }) => name)).toEqual(['audit-leads.csv']);
    });
    expect(server.calls(exportAuditEntries)[0]?.query).toEqual({ subject: `lead/${leadId}` });
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled();
    });
    await pointer.click(screen.getByRole('button', { name: 'Export CSV' }));
    await pointer.click(await screen.findByRole('menuitem', { name: 'All services' }));
    await waitFor(() => {
      expect(files).toHaveLength(7);
    });
  });

  it('is for admins', async () => {
    const { server, router } = openApp({ user: buildUser(), path: '/audit' });
    expect(await screen.findByText('You do not have access to that page.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
    expect(server.calls(listAuditEntries)).toEqual([]);
  });
});
