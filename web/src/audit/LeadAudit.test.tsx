import { screen, within } from '@testing-library/react';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { auditServer, buildEntry } from '../test/audit-server.js';
import { buildAdmin, buildUser } from '../test/builders.js';
import { FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { LeadAuditAction, LeadAuditSection } from './LeadAudit.js';

const lead = { id: '66f0a1b2c3d4e5f601020399', fullname: 'Raymond Okafor' };
const about = (seq: number, secondsBefore: number) =>
  buildEntry({ seq, action: 'lead.opened', changes: [] }, secondsBefore);
const openSection = (server: FakeServer, user = buildAdmin()) =>
  openPart(<LeadAuditSection lead={lead} />, { user, server });

describe('who opened a lead', () => {
  it('is listed over all services, with the way to the Audit page', async () => {
    const texted = buildEntry({ seq: 3, service: 'messaging', action: 'lead.text-sent' }, 1);
    const other = buildEntry({ seq: 8, subjects: ['lead/another'] }, 2);
    const server = auditServer([about(9, 0), texted, other]);
    const { pointer } = openSection(server);
    await pointer.click(await screen.findByRole('button', { name: 'Who opened this lead' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Who opened this lead' }));
    expect(dialog.getByText('Raymond Okafor')).toBeVisible();
    await dialog.findAllByRole('rowheader');
    expect(dialog.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Opened a lead',
      'Sent a text',
    ]);
    const link = dialog.getByRole('link', { name: 'Show in Audit' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://here');
    expect(JSON.parse(address.searchParams.get('filter') ?? '')).toEqual({ subject: `lead/${lead.id}` });
    await pointer.click(dialog.getByRole('button', { name: 'Sent a text' }));
    expect(await screen.findByRole('dialog', { name: 'Sent a text' })).toBeVisible();
  });

  it('shows the newest, and says how many there are', async () => {
    const { pointer } = openSection(
      auditServer(Array.from({ length: 70 }, (_none, index) => about(70 - index, index))),
    );
    await pointer.click(await screen.findByRole('button', { name: 'Who opened this lead' }));
    expect(await screen.findByText('Newest 50 of 70')).toBeVisible();
  });

  it('says that nobody did', async () => {
    const { pointer } = openSection(auditServer([]));
    await pointer.click(await screen.findByRole('button', { name: 'Who opened this lead' }));
    expect(await screen.findByText('No entries yet')).toBeVisible();
  });

  it('says that it failed', async () => {
    const { pointer, server } = openSection(auditServer([]));
    server.on(listAuditEntries, refuse({ code: 'unavailable', message: 'Away' }));
    await pointer.click(await screen.findByRole('button', { name: 'Who opened this lead' }));
    expect(await screen.findByText('This failed to load')).toBeVisible();
  });

  it('is a button of a row, too', async () => {
    const { pointer } = openPart(<LeadAuditAction lead={lead} />, {
      user: buildAdmin(),
      server: auditServer([about(1, 0)]),
    });
    await pointer.click(await screen.findByRole('button', { name: 'Who opened Raymond Okafor' }));
    expect(await screen.findByRole('dialog', { name: 'Who opened this lead' })).toBeVisible();
  });

  it('is for admins', () => {
    const user = buildUser();
    openSection(new FakeServer(user), user);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
