import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin, DataTable, fetchUtils, List, Resource } from 'react-admin';
import simpleRestProvider from 'ra-data-simple-rest';

// What a list of leads costs with react-admin alone: the baseline of the browser benchmark.
const token = new URLSearchParams(location.search).get('token');
const http = (url, options = {}) =>
  fetchUtils.fetchJson(url, { ...options, user: { authenticated: true, token: `Bearer ${token}` } });
const columns = [
  'status',
  'source',
  'agent_fullname',
  'fullname',
  'email',
  'phone',
  'premium_price',
  'premium_carrier',
  'term',
  'state',
  'updatedAt',
];

const Leads = () =>
  createElement(
    List,
    { perPage: 10, sort: { field: 'updatedAt', order: 'DESC' }, filter: { type: 2, source: 1 } },
    createElement(
      DataTable,
      null,
      columns.map((source) => createElement(DataTable.Col, { key: source, source })),
    ),
  );

createRoot(document.getElementById('root')).render(
  createElement(
    Admin,
    { dataProvider: simpleRestProvider('/api/rest', http), disableTelemetry: true },
    createElement(Resource, { name: 'leads', list: Leads }),
  ),
);
