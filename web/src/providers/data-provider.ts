import { changePassword, countOnlineAgents, setActive } from '@crm/contracts/http/auth.js';
import type { Endpoint } from '@crm/contracts/http/endpoint.js';
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListResult } from 'react-admin';
import { leadList } from '../leads/lead-lists.js';
import { leadVerbs } from '../leads/lead-verbs.js';
import { isPaged } from '../lists/paged-resources.js';
import { laterPart } from '../loading/lazy-part.js';
import type { LiveConnection } from '../realtime/live-connection.js';
import { realtimeVerbs } from '../realtime/record-topics.js';
import { callEndpoint, type CallInput } from './call-endpoint.js';
import type { HttpClient } from './http-client.js';

const pagedLists = laterPart(() => import('../lists/paged-lists.js'));

/** The verbs of the account: they stand beside react-admin's nine. */
const accountVerbs = (http: HttpClient) => ({
  changePassword: (input: CallInput<typeof changePassword>) => callEndpoint(http, changePassword, input),
  setActive: (input: CallInput<typeof setActive>) => callEndpoint(http, setActive, input),
  countOnlineAgents: (input: CallInput<typeof countOnlineAgents>) =>
    callEndpoint(http, countOnlineAgents, input),
});

/** The one door to the server: react-admin's verbs on `/api/rest`, and the product's own verbs beside them. */
export function createDataProvider(http: HttpClient, live: LiveConnection) {
  const rest = simpleRestProvider('/api/rest', http);
  // The rows of lead lists are parsed by contract; which resource has which rows, react-admin leaves to its pages.
  const getList: DataProvider['getList'] = async (resource, params): Promise<GetListResult> => {
    if (isPaged(resource)) return (await pagedLists()).readPage(http, resource, params);
    return (await leadList(rest, http, resource, params)) ?? rest.getList(resource, params);
  };
  return {
    ...rest,
    getList,
    supportAbortSignal: true,
    ...accountVerbs(http),
    ...leadVerbs(http),
    ...realtimeVerbs(live),
    // For what is loaded with its own screen: the contract comes with it, and not with the first page.
    call: <E extends Endpoint>(endpoint: E, input: CallInput<E>) => callEndpoint(http, endpoint, input),
  } satisfies DataProvider;
}

export type CrmDataProvider = ReturnType<typeof createDataProvider>;
