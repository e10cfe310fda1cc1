import { Suspense, useEffect, useState, type RefObject } from 'react';
import { useEvent, useListContext } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { usePeekMessages } from '../i18n/peek.en.js';
import { DrawnAhead, lazyPart } from '../loading/lazy-part.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { isDialogOpen, useShortcut } from '../shortcuts/ShortcutsProvider.js';
import type { LeadColumn } from '../leads/table/lead-columns.js';
import { isBusyFor } from '../leads/table/lead-row.rules.js';
import { focusedRow, rowOf } from './row-focus.js';
import { RowToolbar } from './RowToolbar.js';
import { useRowActions } from './useRowActions.js';

const PeekPanel = lazyPart(() => import('./PeekPanel.js'));
const RowStatusDialog = lazyPart(() => import('../leads/lead/RowStatusDialog.js'));

interface Props {
  /** The element that holds the table. */
  area: RefObject<HTMLElement | null>;
  columns: readonly LeadColumn[];
}

/** Works a lead from its row: by the buttons that come with the pointer, by keys, and in a preview beside the list. */
export default function LeadRowTools({ area, columns }: Props) {
  const translate = usePeekMessages();
  const { id: userId } = useCurrentUser();
  const { data = [] } = useListContext<LeadRow>();
  const [peeked, setPeeked] = useState<string>();
  // It stays from then on, so that it closes as it opened.
  const [hasPeeked, setHasPeeked] = useState(false);
  if (peeked !== undefined && !hasPeeked) setHasPeeked(true);
  const { actions, statusOf, closeStatus } = useRowActions();
  const leadOf = useEvent((id: string) => data.find((lead) => lead.id === id && !isBusyFor(lead, userId)));

  const onFocused = (act: (id: string) => void) => () => {
    const id = focusedRow(area.current);
    if (id !== undefined && leadOf(id)) act(id);
  };
  useShortcut({ key: 'c', label: translate('crm.peek.callRow'), scope: 'page' }, onFocused(actions.onCall));
  useShortcut({ key: 't', label: translate('crm.peek.textRow'), scope: 'page' }, onFocused(actions.onText));
  useShortcut(
    { key: 's', label: translate('crm.peek.statusRow'), scope: 'page' },
    onFocused(actions.onStatus),
  );

  const pressed = useEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && peeked !== undefined && !event.defaultPrevented && !isDialogOpen()) {
      setPeeked(undefined);
      return;
    }
    if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement)) return;
    const row = rowOf(event.target);
    if (!row || !leadOf(row.id)) return;
    event.preventDefault();
    setPeeked(peeked === row.id ? undefined : row.id);
  });
  const focused = useEvent(({ target }: FocusEvent) => {
    const row = rowOf(target);
    if (peeked !== undefined && row && leadOf(row.id)) setPeeked(row.id);
  });
  useEffect(() => {
    const inside = area.current;
    document.addEventListener('keydown', pressed);
    inside?.addEventListener('focusin', focused);
    return () => {
      document.removeEventListener('keydown', pressed);
      inside?.removeEventListener('focusin', focused);
    };
  }, [area, pressed, focused]);

  /** The row takes the focus: arrows go on from it. */
  const peek = (id: string) => {
    area.current?.querySelector<HTMLElement>(`tr[data-row="${id}"] a`)?.focus();
    setPeeked(id);
  };
  const asked = statusOf === undefined ? undefined : data.find(({ id }) => id === statusOf);

  return (
    <DrawnAhead value={false}>
      <RowToolbar area={area} leadOf={leadOf} actions={actions} onPeek={peek} />
      <Suspense fallback={null}>
        {hasPeeked && (
          <PeekPanel
            lead={peeked === undefined ? undefined : data.find(({ id }) => id === peeked)}
            columns={columns}
            onOpen={actions.onOpen}
            onClose={() => {
              setPeeked(undefined);
            }}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>{asked && <RowStatusDialog lead={asked} onClose={closeStatus} />}</Suspense>
    </DrawnAhead>
  );
}
