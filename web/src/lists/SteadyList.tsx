import { useState, type PropsWithChildren } from 'react';
import { shallowEqual, ListContextProvider, useEvent, useListContext } from 'react-admin';

/**
 * The list around, new only where something of it has changed. React-admin's is new with every drawing, and it draws a
 * second time as it writes down in the store what the address asked for: with it, all of the page that reads the list.
 */
export function SteadyList({ children }: PropsWithChildren) {
  const list = useListContext();
  const now = {
    ...list,
    setFilters: useEvent(list.setFilters),
    setSort: useEvent(list.setSort),
    setPage: useEvent(list.setPage),
    setPerPage: useEvent(list.setPerPage),
    showFilter: useEvent(list.showFilter),
    hideFilter: useEvent(list.hideFilter),
    onSelect: useEvent(list.onSelect),
    onSelectAll: useEvent(list.onSelectAll),
    onToggleItem: useEvent(list.onToggleItem),
    onUnselectItems: useEvent(list.onUnselectItems),
  };
  const [steady, setSteady] = useState(now);
  const isSame = shallowEqual(steady, now);
  if (!isSame) setSteady(now);
  return <ListContextProvider value={isSame ? steady : now}>{children}</ListContextProvider>;
}
