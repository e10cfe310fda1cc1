import type { IncomingHttpHeaders } from 'node:http';
import { prepareHeaders, type RequestOrigin } from './forwarded-headers.rules.js';

const origin: RequestOrigin = {
  requestId: 'r-1',
  address: '10.1.1.1',
  protocol: 'https',
  host: 'crm.example',
};
const said = {
  'x-request-id': 'r-1',
  'x-forwarded-for': '10.1.1.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'crm.example',
};

function prepared(sent: IncomingHttpHeaders, from = origin) {
  const headers = { ...sent };
  prepareHeaders(headers, sent, from);
  return headers;
}

test.each<[string, IncomingHttpHeaders, IncomingHttpHeaders]>([
  [
    'the request itself goes on',
    { authorization: 'Bearer x', cookie: 'a=1', accept: '*/*' },
    { authorization: 'Bearer x', cookie: 'a=1', accept: '*/*' },
  ],
  [
    'a body goes on as it is framed',
    { 'content-type': 'a/b', 'transfer-encoding': 'chunked' },
    { 'content-type': 'a/b', 'transfer-encoding': 'chunked' },
  ],
  [
    'what belongs to the connection stays',
    {
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
      te: 'trailers',
      trailer: 'x',
      upgrade: 'h2c',
      'proxy-authorization': 'Basic x',
    },
    {},
  ],
  [
    'what a client names as its connection’s stays',
    { connection: 'close, X-Once', 'x-once': '1', 'x-kept': '2' },
    { 'x-kept': '2' },
  ],
  [
    'a client cannot name the request itself away',
    { connection: 'authorization, content-length', authorization: 'Bearer x', 'content-length': '3' },
    { authorization: 'Bearer x', 'content-length': '3' },
  ],
  [
    'a client says nothing of where it comes from',
    {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-port': '1',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
    },
    {},
  ],
  [
    'a client says nothing in the parts’ own headers',
    { 'x-crm-actor': 'admin', 'x-crm-voucher': 'x', 'x-internal-caller': 'auth' },
    {},
  ],
  ['a client’s own request id gives way to the one that was read', { 'x-request-id': 'other' }, {}],
])('%s', (_name, sent, left) => {
  expect(prepared(sent)).toEqual({ ...left, ...said });
});

test('a host that was not sent is not said', () => {
  expect(prepared({}, { ...origin, host: undefined })).not.toHaveProperty('x-forwarded-host');
});
