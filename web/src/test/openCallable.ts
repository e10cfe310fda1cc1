import { exampleLifeLead, type Lead } from '@crm/contracts/entities/lead.js';
import type { Permission } from '@crm/contracts/customers/contact.js';
import { startWork } from '@crm/contracts/http/work.js';
import { leadPermission, type WayToCustomer } from '@crm/contracts/http/permission.js';
import { screen, waitFor } from '@testing-library/react';
import { answer, type FakeServer } from './FakeServer.js';
import { openLead } from './openLead.js';

export const mayBeContacted: Permission = {
  allowed: true,
  rule: null,
  sentence: 'May be contacted',
  next_allowed_at: null,
  override_id: null,
};
export const tooEarly: Permission = {
  ...mayBeContacted,
  allowed: false,
  rule: 'hours',
  sentence: 'It is 7:12 AM CT there',
  next_allowed_at: '2026-11-20T15:00:00.000Z',
};

/** One way to a lead's customer, as the server tells of it. */
export const wayTo = (
  lead: Lead,
  place: 'phone' | 'second_phone',
  channel: 'call' | 'text',
  permission: Permission,
): WayToCustomer => ({
  ...{ place, channel, permission, address: lead[place] ?? '' },
  ...{ overridable: false, override: null },
});

/** Opens a lead that may be contacted as the ways say: by its first phone where nothing is said. */
export async function openCallable({
  lead = exampleLifeLead,
  ways = [wayTo(lead, 'phone', 'call', mayBeContacted)],
  ...setting
}: { lead?: Lead; ways?: WayToCustomer[]; server?: FakeServer } = {}) {
  const opened = await openLead({ lead, ...setting });
  const as_of = '2026-11-20T13:12:00.000Z';
  opened.server
    .on(startWork, answer(startWork, { status: 'success', message: 'Done' }))
    .on(
      leadPermission,
      answer(leadPermission, { zones: ['America/Chicago'], ways, changes_at: null, as_of }),
    );
  await opened.services.queryClient.invalidateQueries({ queryKey: ['leads', 'permission'] });
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Call' })).toBeVisible();
  });
  return opened;
}
