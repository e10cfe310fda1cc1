import { useState, type SubmitEvent } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';
import { auditOutcome, type AuditEntryView } from '@crm/contracts/http/audit.js';
import { FindOne, type FoundChoice } from '../controls/FindOne.js';
import { FilterButton } from '../filters/FilterButton.js';
import { auditActions } from '../i18n/audit.en.js';
import { isNarrowed } from '../lists/filter-values.js';
import { DateRangeFilter } from '../filters/DateRangeFilter.js';
import { daysOf } from '../filters/date-range.rules.js';
import { auditValuesOf, pickedOf, subjectOf, type AuditValues } from './audit-filter.rules.js';
import { actionNouns } from './action-nouns.rules.js';
import { useAuditWords } from './useAuditWords.js';

/** What the log is narrowed to: who, what, to which record, with which outcome, from where, when. */
export function AuditFilters() {
  const words = useAuditWords();
  const { translate, actorOf, actionOf, nounOf, recordOf } = words;
  const { setFilters, ...list } = useListContext<AuditEntryView>();
  const values = auditValuesOf(list.filterValues);
  const apply = (changed: AuditValues) => {
    setFilters(pickedOf({ ...values, ...changed }), undefined, false);
  };
  const { actor, action, subject, address, outcome, days } = values;
  // Whoever is shown can be chosen, also where the list of people may not be read.
  const listed = new Set([...words.people.map(({ id }) => id), 'nobody', 'system']);
  const others = [
    ...new Map((list.data ?? []).map(({ actor_id, actor_name }) => [actor_id, actor_name])),
  ].flatMap(([id, name]) => (listed.has(id) ? [] : [{ value: id, label: actorOf(id, name), note: '' }]));
  const any = translate('crm.audit.any');
  const nounChoice = (noun: string) => translate('crm.audit.allOf', { record: nounOf(noun) });
  return (
    <>
      <OneFilter
        label={translate('crm.audit.person')}
        findLabel={translate('crm.audit.findPerson')}
        none={translate('crm.audit.anyone')}
        value={actor}
        shown={(id) => actorOf(id)}
        choices={[
          ...words.people.map(({ id, fullname, email }) => ({ value: id, label: fullname, note: email })),
          ...others,
          ...['nobody', 'system'].map((id) => ({ value: id, label: actorOf(id) })),
        ]}
        onPick={(id) => {
          apply({ actor: id });
        }}
      />
      <OneFilter
        label={translate('crm.audit.what')}
        findLabel={translate('crm.audit.findAction')}
        none={translate('crm.audit.anything')}
        value={action}
        shown={(picked) => (picked.includes('.') ? actionOf(picked) : nounChoice(picked))}
        choices={[
          ...actionNouns.map((noun) => ({ value: noun, label: nounChoice(noun) })),
          ...auditActions.map((each) => ({ value: each, label: actionOf(each) })),
        ].sort((a, b) => a.label.localeCompare(b.label))}
        onPick={(picked) => {
          apply({ action: picked });
        }}
      />
      <TextFilter
        label={translate('crm.audit.record')}
        value={subject}
        shown={subject === undefined ? any : recordOf(subject).text}
        help={translate('crm.audit.recordHelp')}
        read={subjectOf}
        wrong={translate('crm.audit.recordWrong')}
        onApply={(picked) => {
          apply({ subject: picked });
        }}
      />
      <FilterButton
        label={translate('crm.audit.outcome')}
        value={outcome === undefined ? any : translate(`crm.audit.outcomes.${outcome}`)}
      >
        {(close) => (
          <MenuList autoFocusItem aria-label={translate('crm.audit.outcome')} sx={{ p: 0.5 }}>
            {[undefined, ...auditOutcome.options].map((each) => (
              <MenuItem
                key={each ?? ''}
                selected={each === outcome}
                onClick={() => {
                  apply({ outcome: each });
                  close();
                }}
              >
                {each === undefined ? any : translate(`crm.audit.outcomes.${each}`)}
              </MenuItem>
            ))}
          </MenuList>
        )}
      </FilterButton>
      <TextFilter
        label={translate('crm.audit.address')}
        value={address}
        shown={address ?? any}
        help={translate('crm.audit.addressHelp')}
        read={(text) => text}
        onApply={(picked) => {
          apply({ address: picked });
        }}
      />
      <DateRangeFilter
        date={days === undefined ? 'allTime' : [days.from, days.to]}
        onPick={(date) => {
          const [from, to] = daysOf(date, new Date()) ?? [];
          apply({
            window: undefined,
            days: from === undefined || to === undefined ? undefined : { from, to },
          });
        }}
      />
      {isNarrowed(list.filterValues) && (
        <Button
          color="secondary"
          onClick={() => {
            setFilters({}, undefined, false);
          }}
          sx={{ px: 1.25 }}
        >
          {translate('crm.audit.clear')}
        </Button>
      )}
    </>
  );
}

/** One of many, or none of them. */
function OneFilter({
  label,
  findLabel,
  none,
  value,
  shown,
  choices,
  onPick,
}: {
  label: string;
  findLabel: string;
  none: string;
  value: string | undefined;
  shown: (value: string) => string;
  choices: readonly FoundChoice<string>[];
  onPick: (value: string | undefined) => void;
}) {
  return (
    <FilterButton label={label} value={value === undefined ? none : shown(value)} isWide>
      {(close) => (
        <Box sx={{ p: 1 }}>
          <FindOne
            label={label}
            findLabel={findLabel}
            choices={[{ value: '', label: none }, ...choices]}
            picked={value ?? ''}
            onPick={(choice) => {
              onPick(choice.value === '' ? undefined : choice.value);
              close();
            }}
          />
        </Box>
      )}
    </FilterButton>
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  shown: string;
  help: string;
  /** What a typed text is asked as; undefined where it is nothing that can be asked. */
  read: (text: string) => string | undefined;
  wrong?: string;
  onApply: (value: string | undefined) => void;
}

/** A text that has to fit exactly; empty takes the filter away. */
function TextFilter({ label, shown, ...field }: TextFilterProps) {
  return (
    <FilterButton label={label} value={shown}>
      {(close) => <TextFilterForm label={label} {...field} onClose={close} />}
    </FilterButton>
  );
}

function TextFilterForm(props: Omit<TextFilterProps, 'shown'> & { onClose: () => void }) {
  const { label, value = '', help, read, wrong, onApply, onClose } = props;
  const { translate } = useAuditWords();
  const [text, setText] = useState(value);
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = text.trim();
    const asked = typed === '' ? undefined : read(typed);
    if (typed !== '' && asked === undefined) {
      setWrong(true);
      return;
    }
    onApply(asked);
    onClose();
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5, p: 2 }}>
      <TextField
        autoFocus
        label={label}
        value={text}
        error={isWrong}
        helperText={isWrong ? wrong : help}
        onChange={({ target }) => {
          setWrong(false);
          setText(target.value);
        }}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
      <Button type="submit" variant="contained" sx={{ justifySelf: 'end' }}>
        {translate('crm.audit.apply')}
      </Button>
    </Box>
  );
}
