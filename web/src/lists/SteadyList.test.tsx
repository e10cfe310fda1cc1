import { act, render } from '@testing-library/react';
import { ListContextProvider, useList, useListContext } from 'react-admin';
import { SteadyList } from './SteadyList.js';

const rows = [{ id: 1 }, { id: 2 }];
const read: ReturnType<typeof useListContext>[] = [];

function Reader() {
  read.push(useListContext());
  return null;
}
const reader = <Reader />;

function List({ data = rows, setPage }: { data?: typeof rows; setPage: (page: number) => void }) {
  const list = useList({ data, resource: 'leads' });
  return (
    <ListContextProvider value={{ ...list, setPage }}>
      <SteadyList>{reader}</SteadyList>
    </ListContextProvider>
  );
}

beforeEach(() => {
  read.length = 0;
});

it('is the same for its readers as long as nothing but its functions is new, and those are the newest', () => {
  const pages: string[] = [];
  const first = (page: number) => pages.push(`first ${String(page)}`);
  const second = (page: number) => pages.push(`second ${String(page)}`);
  const { rerender } = render(<List setPage={first} />);
  const drawn = read.length;
  rerender(<List setPage={second} />);
  expect(read).toHaveLength(drawn);
  act(() => {
    read.at(-1)?.setPage(3);
  });
  expect(pages).toEqual(['second 3']);
});

it('is new for them where something of it has changed', () => {
  const setPage = () => undefined;
  const { rerender } = render(<List setPage={setPage} />);
  rerender(<List data={rows.slice(1)} setPage={setPage} />);
  expect(read.at(-1)?.data).toEqual([{ id: 2 }]);
});
