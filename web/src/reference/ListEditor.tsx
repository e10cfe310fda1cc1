import { changeReferenceList } from '@crm/contracts/http/reference.js';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { ReferenceList, ReferenceListInput } from '@crm/contracts/reference/reference-list.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useReferenceMessages } from '../i18n/reference.en.js';
import { PanelTable } from '../lists/PanelTable.js';
import { useLeaveCheck } from '../leaving/LeaveGuard.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { refusalOf } from '../http/http-client.js';
import { useVerb } from '../providers/useVerb.js';
import { EntryDetails } from './EntryDetails.js';
import { useEntryColumns, type EntryRow } from './entry-columns.js';
import { checkedInput, draftOf, isChanged, moved, newEntry, type DraftEntry } from './list-draft.rules.js';
import { referenceKey } from './list-query.js';

const noErrors: Record<string, string> = {};

/** One list to change: all of it is saved at once, from the version that it was read as. `onDirty` hears of unsaved changes. */
export function ListEditor({
  list: latest,
  onDirty,
}: {
  list: ReferenceList;
  onDirty: (is: boolean) => void;
}) {
  const translate = useReferenceMessages();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const [stored, setStored] = useState(latest);
  const [entries, setEntries] = useState(() => draftOf(latest));
  const [errors, setErrors] = useState(noErrors);
  const [detailsOf, setDetailsOf] = useState<string>();
  const made = useRef(0);
  const changed = isChanged(stored, entries);
  useLeaveCheck(changed ? 'ask' : undefined);
  useEffect(() => {
    onDirty(changed);
  }, [changed, onDirty]);

  const start = (list: ReferenceList) => {
    setStored(list);
    setEntries(draftOf(list));
    setErrors(noErrors);
  };
  // What somebody else saved is shown at once, unless changes of one's own would be lost.
  if (latest.version > stored.version && !changed) start(latest);

  const saving = useVerb(
    (provider, input: ReferenceListInput) =>
      provider.call(changeReferenceList, { params: { list: input.list }, body: input }),
    {
      onSuccess: ({ reference, ...outcome }) => {
        client.setQueryData(referenceKey(reference.list), reference);
        start(reference);
        showAnswer(outcome);
      },
      onRefused: (error) => {
        const refusal = refusalOf(error);
        if (refusal?.errors) setErrors(refusal.errors);
        if (refusal?.code === 'conflict')
          void client.invalidateQueries({ queryKey: referenceKey(stored.list) });
      },
    },
  );
  const save = () => {
    const checked = checkedInput(stored, entries);
    if ('errors' in checked) setErrors(checked.errors);
    else saving.mutate(checked.input);
  };
  const change = (key: string, fields: Partial<DraftEntry>) => {
    setErrors(noErrors);
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...fields } : entry)));
  };
  const move = (key: string, by: -1 | 1) => {
    setErrors(noErrors);
    setEntries(moved(entries, key, by));
  };
  const hasDetails = stored.list === 'carriers' || stored.list === 'portals';
  const columns = useEntryColumns({
    change,
    move,
    remove: (key) => {
      setErrors(noErrors);
      setEntries(entries.filter((entry) => entry.key !== key));
    },
    details: hasDetails ? setDetailsOf : undefined,
  });
  const rows = entries.map((entry, index): EntryRow => ({
    ...entry,
    id: entry.key,
    number: index + 1,
    isLast: index === entries.length - 1,
    error: Object.entries(errors).find(([path]) => path.startsWith(`entries.${String(index)}.`))?.[1],
  }));
  /** Alt with an arrow moves the entry that one is in, as its buttons do. */
  const moveByKeys = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const row = event.target instanceof Element ? event.target.closest('tr') : null;
    const entry = entries[(row?.rowIndex ?? 0) - 1];
    if (entry === undefined) return;
    event.preventDefault();
    move(entry.key, event.key === 'ArrowUp' ? -1 : 1);
  };
  const reason = changed ? undefined : translate('crm.reference.nothing');
  const entryInDetail = entries.find(({ key }) => key === detailsOf);

  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap', px: 2.5, py: 1.5 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 240px' }}>
          {stored.changed_at === null
            ? translate('crm.reference.neverChanged')
            : translate('crm.reference.changed', {
                name: stored.changed_by ?? translate('crm.reference.somebody'),
                at: shownInstant(stored.changed_at),
              })}
          {' · '}
          {translate('crm.reference.count', {
            offered: entries.filter(({ active }) => active).length,
            all: entries.length,
          })}
        </Typography>
        <Button
          variant="outlined"
          startIcon={<AddOutlined />}
          onClick={() => {
            made.current += 1;
            setEntries([...entries, newEntry(stored.list, `new entry ${String(made.current)}`)]);
          }}
        >
          {translate('crm.reference.add')}
        </Button>
        <ReasonButton
          variant="outlined"
          reason={reason}
          onClick={() => {
            start(latest);
          }}
        >
          {translate('crm.reference.discard')}
        </ReasonButton>
        <ReasonButton variant="contained" reason={reason} loading={saving.isPending} onClick={save}>
          {translate('crm.reference.save')}
        </ReasonButton>
      </Box>
      {latest.version > stored.version && (
        <Alert severity="warning" sx={{ mx: 2.5, mb: 1.5 }}>
          {translate('crm.reference.conflict', {
            name: latest.changed_by ?? translate('crm.reference.somebody'),
          })}
        </Alert>
      )}
      {errors['entries'] !== undefined && (
        <Alert severity="error" sx={{ mx: 2.5, mb: 1.5 }}>
          {errors['entries']}
        </Alert>
      )}
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }} onKeyDown={moveByKeys}>
        <PanelTable<EntryRow>
          label={translate(`crm.reference.lists.${stored.list}`)}
          columns={columns}
          query={{ data: rows, error: null, refetch: () => Promise.resolve() }}
          empty={{ title: translate('crm.reference.empty'), text: translate('crm.reference.emptyText') }}
        />
        <Typography variant="body2" color="textSecondary" sx={{ px: 2.5, py: 1.5 }}>
          {translate('crm.reference.hint')}
        </Typography>
      </Box>
      {entryInDetail && hasDetails && (
        <EntryDetails
          list={stored.list}
          entry={entryInDetail}
          onChange={(fields) => {
            change(entryInDetail.key, fields);
          }}
          onClose={() => {
            setDetailsOf(undefined);
          }}
        />
      )}
    </>
  );
}
