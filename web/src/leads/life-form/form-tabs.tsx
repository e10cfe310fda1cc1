import { useId, useState, type ReactNode } from 'react';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { tabOf } from '@crm/contracts/leads/life-form.rules.js';
import { useWords } from '../../i18n/useWords.js';
import { isToFill, reasonOf } from '../form/reason.rules.js';
import { useFieldWords } from './field-words.js';
import { fieldId } from './form-context.js';
import type { LifeFormState, Tab as TabName } from './useLifeForm.js';

/** The two tabs of a life form, and what keeps them from being saved. */
export interface LifeFormTabs {
  id: string;
  tab: TabName;
  setTab: (tab: TabName) => void;
  /** How many fields of both tabs are wrong, and of those how many say so. */
  count: number;
  shownErrors: Record<TabName, number>;
  /** Whether nothing is wrong but that fields are empty. */
  isToFill: boolean;
  /** Why it cannot be saved yet, by its first field; undefined where both tabs are right. */
  reason: string | undefined;
  /** Shows every message and leads to the first field that is wrong. */
  goToFirstWrong: () => void;
}

/** BANK ACCOUNT stands in the foot, outside both tabs. */
const isOfTab = (field: string) => field !== 'checking_account';

export function useFormTabs({ errors, shownErrors, firstWrong, showAll }: LifeFormState): LifeFormTabs {
  const words = useWords();
  const [tab, setTab] = useState<TabName>('basic');
  const count = Object.keys(errors).filter(isOfTab).length;
  const { labelOf } = useFieldWords();
  const message = firstWrong === undefined ? undefined : errors[firstWrong];
  return {
    id: useId(),
    tab,
    setTab,
    count,
    shownErrors,
    isToFill: isToFill(errors),
    reason:
      firstWrong === undefined || message === undefined || count === 0
        ? undefined
        : reasonOf({ field: labelOf(firstWrong), message, count }, words),
    goToFirstWrong: () => {
      if (firstWrong === undefined) return;
      showAll();
      setTab(tabOf(firstWrong));
      // The other tab is drawn first.
      requestAnimationFrame(() => document.getElementById(fieldId(firstWrong))?.focus());
    },
  };
}

/** The heads of the tabs, each with the number of its errors. */
export function FormTabs({ tabs: { id, tab, setTab, shownErrors } }: { tabs: LifeFormTabs }) {
  const words = useWords();
  return (
    <Tabs
      value={tab}
      onChange={(_event, next: TabName) => {
        setTab(next);
      }}
    >
      {(['basic', 'quote'] as const).map((name) => (
        <Tab
          key={name}
          value={name}
          id={`${id}-${name}`}
          aria-controls={`${id}-panel`}
          sx={{ overflow: 'visible' }}
          label={<TabLabel label={words(`crm.lifeForm.tab.${name}`)} errors={shownErrors[name]} />}
        />
      ))}
    </Tabs>
  );
}

/** The open tab's place; it keeps its height, so that the foot does not jump. */
export function FormPanel({ tabs: { id, tab }, children }: { tabs: LifeFormTabs; children: ReactNode }) {
  return (
    <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} sx={{ minHeight: 396 }}>
      {children}
    </Box>
  );
}

/** In the foot: how many fields are left, leading to the first of them. */
export function WrongFields({ tabs }: { tabs: LifeFormTabs }) {
  const words = useWords();
  const { count, reason, isToFill: areEmpty, shownErrors, goToFirstWrong } = tabs;
  if (reason === undefined) return null;
  const isShown = shownErrors.basic + shownErrors.quote > 0;
  return (
    <Button
      size="small"
      color={isShown ? 'error' : 'secondary'}
      startIcon={isShown ? <ErrorOutlineOutlined /> : undefined}
      onClick={goToFirstWrong}
      sx={{ fontWeight: 500 }}
    >
      {words(isShown || !areEmpty ? 'crm.lifeForm.toCorrect' : 'crm.lifeForm.toFill', { smart_count: count })}
    </Button>
  );
}

function TabLabel({ label, errors }: { label: string; errors: number }) {
  const words = useWords();
  return (
    <Box component="span" sx={{ position: 'relative' }}>
      {label}
      {errors > 0 && (
        <Box
          component="span"
          aria-label={words('crm.lifeForm.errorsHere', { smart_count: errors })}
          sx={(theme) => ({
            ...theme.typography.overline,
            fontWeight: 600,
            // Beside the label: what is pressed next to it must not move away below the pointer.
            position: 'absolute',
            top: 1,
            left: '100%',
            ml: 0.5,
            display: 'grid',
            placeItems: 'center',
            minWidth: 18,
            height: 18,
            px: 0.5,
            borderRadius: `${String(theme.radius.pill)}px`,
            color: theme.palette.error.contrastText,
            backgroundColor: theme.palette.error.main,
          })}
        >
          {errors}
        </Box>
      )}
    </Box>
  );
}
