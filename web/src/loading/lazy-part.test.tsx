import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { DrawnAhead, lazyPart, partsAhead } from './lazy-part.js';
import { waitingParts } from './load-part.js';

const Words = ({ text }: { text: string }) => <p>{text}</p>;
const load = () => Promise.resolve({ default: Words });
const shown = (Part: ComponentType<{ text: string }>) => (
  <Suspense fallback="Not here yet">
    <Part text="Here" />
  </Suspense>
);

beforeEach(() => {
  partsAhead.clear();
});

const fetchedAhead = () => Promise.all([...partsAhead.keys()].map((fetch) => fetch()));

it('shows at once what was fetched ahead: a fallback between would stay for a third of a second', async () => {
  const Part = lazyPart(load);
  await fetchedAhead();
  render(shown(Part));
  expect(screen.getByText('Here')).toBeInTheDocument();
});

it('waits for what was not, and shows it again at once', async () => {
  const Part = lazyPart(load);
  const { unmount } = render(shown(Part));
  expect(screen.getByText('Not here yet')).toBeInTheDocument();
  expect(await screen.findByText('Here')).toBeInTheDocument();
  unmount();
  render(shown(Part));
  expect(screen.getByText('Here')).toBeInTheDocument();
});

it('stays as it was mounted when it is fetched meanwhile', async () => {
  const Part = lazyPart(load);
  const { rerender } = render(shown(Part));
  const before = await screen.findByText('Here');
  await fetchedAhead();
  rerender(shown(Part));
  expect(screen.getByText('Here')).toBe(before);
});

it('lets somebody wait for what they opened, and nobody for what is drawn ahead', async () => {
  const fetching = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no connection'));
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const Ahead = lazyPart<{ text: string }>(missing);
  const Opened = lazyPart<{ text: string }>(missing);
  render(<DrawnAhead value>{shown(Ahead)}</DrawnAhead>);
  await waitFor(() => {
    expect(fetching).toHaveBeenCalledTimes(1);
  });
  expect(waitingParts.count()).toBe(0);
  render(shown(Opened));
  await waitFor(() => {
    expect(waitingParts.count()).toBe(1);
  });
  fetching.mockRestore();
});
