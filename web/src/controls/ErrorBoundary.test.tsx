import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPart } from '../test/TestApp.js';
import { ErrorBoundary } from './ErrorBoundary.js';

test.each([
  [
    'a part that is gone after a new version asks for the page anew',
    new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/assets/LeadPage-1.js'),
    1,
  ],
  ['a page that failed to draw itself is drawn again', new Error('cannot read what is not there'), 0],
])('%s', async (_what, error, reloads) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Page = () => {
    if (isBroken) throw error;
    return <p>the page</p>;
  };
  const reload = jest.fn();
  const { pointer } = openPart(
    <ErrorBoundary resetKey="/" reload={reload}>
      <Page />
    </ErrorBoundary>,
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await pointer.click(again);
  expect(reload).toHaveBeenCalledTimes(reloads);
  expect(screen.queryAllByText('the page')).toHaveLength(1 - reloads);
  log.mockRestore();
});
