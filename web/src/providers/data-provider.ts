import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams, GetListResult, QueryFunctionContext, RaRecord } from 'react-admin';
import { callEndpoint, type CallInput } from '../http/call-endpoint.js';
import type { HttpClient } from '../http/http-client.js';
import type { LiveConnection } from '../realtime/live-connection.js';
import { realtimeVerbs } from '../realtime/record-topics.js';

/** Custom loader of a list page; react-admin leaves the row type to the page. */
export type ReadList = (
  params: GetListParams & QueryFunctionContext,
  server: { http: HttpClient; rest: Pick<DataProvider, 'getList'> },
) => Promise<GetListResult<RaRecord>>;

/**
 * The only access to the server: react-admin's nine methods on `/api/rest`, its realtime ones, and `call` for every
 * other call. `lists` has the loaders of lists with their own call, by resource.
 */
export function createDataProvider(
  http: HttpClient,
  live: LiveConnection,
  lists: Readonly<Record<string, ReadList>>,
) {
  const rest = simpleRestProvider('/api/rest', http);
  const getList: DataProvider['getList'] = async (resource, params): Promise<GetListResult> => {
    const read = lists[resource];
    return read ? read(params, { http, rest }) : rest.getList<RaRecord>(resource, params);
  };
  return {
    ...rest,
    getList,
    supportAbortSignal: true,
    ...realtimeVerbs(live),
    // The contract is loaded with the screen that calls, not with the first page.
    call: <E extends Endpoint>(endpoint: E, input: CallInput<E>) => callEndpoint(http, endpoint, input),
  } satisfies DataProvider;
}

export type CrmDataProvider = ReturnType<typeof createDataProvider>;
