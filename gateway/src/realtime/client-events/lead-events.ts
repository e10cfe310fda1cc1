import {
  assignLead,
  restChangeLead,
  restCreateLead,
  setLeadPrice,
  setLeadStatus,
} from '@crm/contracts/http/leads.js';
import { processLeadInput } from '@crm/contracts/entities/lead-input.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { on, type EventRoute } from './client-event.js';

const [change, create] = processLeadInput.options;

/** Read by the form it means, so that what is wrong is told of that form's fields and not of the other's. */
const schemaOfProcessLead = (payload: unknown) =>
  typeof payload === 'object' && payload !== null && 'id' in payload && payload.id !== undefined
    ? change
    : create;

/** Events that change a lead: the same calls that HTTP makes, on the sender's behalf. */
export const leadEvents: readonly EventRoute[] = [
  on<'processLead'>(
    clientEvents.processLead,
    ({ client }, payload, { token }) =>
      payload.id === undefined
        ? client.call(restCreateLead, { body: payload.lead }, { token })
        : client.call(restChangeLead, { params: { id: payload.id }, body: payload.lead }, { token }),
    { schemaFor: schemaOfProcessLead, fieldPrefix: 'lead.' },
  ),
  on<'updateStatus'>(clientEvents.updateStatus, ({ client }, { lead_id, status }, { token }) =>
    client.call(setLeadStatus, { params: { id: lead_id }, body: { status } }, { token }),
  ),
  on<'updatePrice'>(clientEvents.updatePrice, ({ client }, { lead_id, price }, { token }) =>
    client.call(setLeadPrice, { params: { id: lead_id }, body: { price } }, { token }),
  ),
  on<'assignAgent'>(clientEvents.assignAgent, ({ client }, { lead_id, agent_id }, { token }) =>
    client.call(assignLead, { params: { id: lead_id }, body: { agent: agent_id } }, { token }),
  ),
];
