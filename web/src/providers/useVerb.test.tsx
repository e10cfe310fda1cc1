import { screen } from '@testing-library/react';
import { openPart } from '../test/TestApp.js';
import { useVerb } from './useVerb.js';
import { useVerbQuery } from './useVerbQuery.js';

test('who asks or sends something is not drawn again because the address changes', async () => {
  let drawn = 0;
  function Asking() {
    drawn += 1;
    const { data } = useVerbQuery({
      key: ['asked'],
      ask: () => Promise.resolve('Answered'),
      staleTime: 60_000,
    });
    useVerb(() => Promise.resolve());
    return <p>{data}</p>;
  }
  const asking = <Asking />;
  const { goTo, router } = openPart(asking);
  await screen.findByText('Answered');
  const before = drawn;
  await goTo('/elsewhere');
  expect(router.state.location.pathname).toBe('/elsewhere');
  expect(drawn).toBe(before);
});
