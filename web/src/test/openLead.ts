import { exampleLifeLead, leadRowOf, type Lead } from '@crm/contracts/entities/lead.js';
import type { User } from '@crm/contracts/entities/user.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { screen } from '@testing-library/react';
import { buildUser } from './builders.js';
import { answer, FakeServer } from './FakeServer.js';
import { openApp } from './TestApp.js';

export const leadAddress = `/lead/${exampleLifeLead.id}`;

/** Somebody else, as the holder of a lead. */
export const otherHolder = {
  busy: 1,
  busy_user_id: '66f0a1b2c3d4e5f6010203ff',
  busy_fullname: 'Priya Sandoval',
} as const;

interface Opening {
  user?: User;
  lead?: Lead;
  /** Whether the hold is granted. */
  held?: boolean | 'unanswered';
  server?: FakeServer;
}

/** Opens the application on the page of a lead, on a server that has it; `has.lead` is what later readings answer. */
export async function openLead({
  user = buildUser(),
  lead = exampleLifeLead,
  held = true,
  server = new FakeServer(user),
}: Opening = {}) {
  const has = { lead };
  server.on(restGetLead, (call) => answer(restGetLead, has.lead)(call));
  const opened = openApp({ user, server, path: `/lead/${lead.id}` });
  opened.live
    .acknowledge('busyLead', () =>
      held === 'unanswered' ? new Promise(() => undefined) : { status: 'success', message: 'Opened', held },
    )
    .acknowledge('updateStatus', (payload) => {
      const { status } = payload as { status: Lead['status'] };
      has.lead = { ...has.lead, status, version: has.lead.version + 1 };
      return { status: 'success', message: 'Status saved', lead: leadRowOf(has.lead), next: 'complete' };
    });
  await screen.findByRole('heading', { level: 1, name: lead.fullname });
  return { ...opened, has };
}
