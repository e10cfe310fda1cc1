import { useState, type ComponentType } from 'react';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { screen, within } from '@testing-library/react';
import { buildUser } from './builders.js';
import { answer, FakeServer } from './FakeServer.js';
import { openPart } from './TestApp.js';

interface FormProps<L extends Lead> {
  lead: L;
  onClose: () => void;
  onSaved: (lead: Lead) => void;
}

const conflict = (version: number) => ({
  status: 'error',
  code: 'conflict',
  message: 'Somebody else saved this lead first',
  http_status: 409,
  conflict: { version, changed_by: 'Priya Sandoval', fields: [] },
});

/** Answers saves as the server does: 409 from another version than the one it has, the saved lead otherwise. */
export function saveAsServer({
  live,
  has,
}: Pick<ReturnType<typeof openPart>, 'live'> & { has: { lead: Lead } }) {
  live.acknowledge('processLead', (payload) => {
    const { lead } = payload as { lead: { version: number } };
    if (lead.version !== has.lead.version) return conflict(has.lead.version);
    const { version, ...change } = lead;
    has.lead = { ...has.lead, ...change, version: version + 1 };
    return { status: 'success', message: 'Lead updated', id: has.lead.id, lead: has.lead };
  });
}

/** Shows the edit dialog of a lead by itself, on a server that has it; the page around it is its own tests' to open. */
export async function openForm<L extends Lead>(Dialog: ComponentType<FormProps<L>>, lead: L) {
  const has: { lead: Lead } = { lead };
  const server = new FakeServer(buildUser()).on(restGetLead, (call) => answer(restGetLead, has.lead)(call));
  const Shown = () => {
    const [isOpen, setOpen] = useState(true);
    const close = () => {
      setOpen(false);
    };
    return isOpen ? <Dialog lead={lead} onClose={close} onSaved={() => undefined} /> : null;
  };
  const opened = { ...openPart(<Shown />, { server }), has };
  saveAsServer(opened);
  const form = within(await screen.findByRole('dialog', { name: 'Client information' }));
  return { ...opened, form };
}
