import { sumOf } from './counters.js';

const text = [
  '# HELP http_requests_total Requests answered',
  'http_requests_total{method="GET",route="/a",status="200"} 3',
  'http_requests_total{method="POST",route="/b",status="200"} 4',
  'http_requests_total_more{a="b"} 100',
  'bus_messages_published_total 7',
].join('\n');

test.each([
  ['http_requests_total', 7],
  ['bus_messages_published_total', 7],
  ['nothing_total', 0],
])('%s adds up to %d', (counter, sum) => {
  expect(sumOf(text, counter)).toBe(sum);
});
