import {
  assignLead,
  completeLead,
  countLeads,
  deleteLead,
  deleteSelectedLeads,
  listAssignees,
  listLeadAgents,
  reassignLeads,
  restGetLead,
  startWork,
} from '@crm/contracts/http/leads.js';
import { callEndpoint, type CallInput } from '../providers/call-endpoint.js';
import type { HttpClient } from '../providers/http-client.js';

/** The verbs of leads: they stand beside react-admin's nine. */
export const leadVerbs = (http: HttpClient) => ({
  assignLead: (input: CallInput<typeof assignLead>) => callEndpoint(http, assignLead, input),
  completeLead: (input: CallInput<typeof completeLead>) => callEndpoint(http, completeLead, input),
  countLeads: (input: CallInput<typeof countLeads>) => callEndpoint(http, countLeads, input),
  deleteLead: (input: CallInput<typeof deleteLead>) => callEndpoint(http, deleteLead, input),
  deleteSelectedLeads: (input: CallInput<typeof deleteSelectedLeads>) =>
    callEndpoint(http, deleteSelectedLeads, input),
  listAssignees: (input: CallInput<typeof listAssignees>) => callEndpoint(http, listAssignees, input),
  listLeadAgents: (input: CallInput<typeof listLeadAgents>) => callEndpoint(http, listLeadAgents, input),
  readLead: (input: CallInput<typeof restGetLead>) => callEndpoint(http, restGetLead, input),
  reassignLeads: (input: CallInput<typeof reassignLeads>) => callEndpoint(http, reassignLeads, input),
  startWork: (input: CallInput<typeof startWork>) => callEndpoint(http, startWork, input),
});

export type LeadVerbs = ReturnType<typeof leadVerbs>;
