import { memo, useCallback, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { FieldValues } from 'react-hook-form';
import { ReasonButton, type ReasonButtonProps } from '../../controls/ReasonButton.js';
import { TabButton, TabList } from '../../controls/tab-list.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { useLeadFormContext } from './form-context.js';
import type { LeadFormState } from './useLeadForm.js';

/** The tabs of a form. */
export interface LeadFormTabs {
  id: string;
  tab: string;
  setTab: (tab: string) => void;
  panel: RefObject<HTMLElement | null>;
  /** As high as the highest of the panels that were left, in pixels. */
  minHeight: number;
}

const tabs = ['basic', 'quote'] as const;
type Tab = (typeof tabs)[number];

/** The height of a panel in pixels, less what of it is scrolled away. */
function seenHeight(panel: HTMLElement): number {
  const { scrollHeight, clientHeight } = panel.parentElement ?? panel;
  return panel.getBoundingClientRect().height - (scrollHeight - clientHeight);
}

export function useFormTabs(): LeadFormTabs {
  const [tab, change] = useState<string>('basic');
  const [minHeight, setMinHeight] = useState(396);
  const panel = useRef<HTMLElement>(null);
  const setTab = useCallback((next: string) => {
    const left = panel.current;
    if (left !== null) setMinHeight((before) => Math.max(before, seenHeight(left)));
    change(next);
  }, []);
  return { id: useId(), tab, setTab, panel, minHeight };
}

/** Shows every message and leads to the first input that is wrong; without one it says false. */
export function goToFirstWrong(
  form: Pick<LeadFormState<FieldValues, never>, 'wrong' | 'parts' | 'showAll' | 'focus'>,
  setTab: (tab: string) => void,
): boolean {
  const [first] = form.wrong();
  if (first === undefined) return false;
  form.showAll();
  setTab(form.parts.tabOf(first));
  form.focus(first);
  return true;
}

/** The heads of the tabs, each with the number of its inputs that show what is wrong with them. */
export function FormTabs({ of: { id, tab, setTab } }: { of: LeadFormTabs }) {
  const { shown, tabOf } = useLeadFormContext();
  const countOf = (name: Tab) => shown.filter((path) => tabOf(path) === name).length;
  return <TabHeads {...{ id, tab, setTab }} basic={countOf('basic')} quote={countOf('quote')} />;
}

/** Drawn again only where one of them has another number. */
const TabHeads = memo(function TabHeads({
  id,
  tab,
  setTab,
  ...errors
}: Pick<LeadFormTabs, 'id' | 'tab' | 'setTab'> & Readonly<Record<Tab, number>>) {
  const translate = useLeadFormMessages();
  return (
    // Room for a number between two tabs: it belongs to the one before it.
    <TabList sx={{ px: 3, '& > [role="tab"]': { mr: 4 } }}>
      {tabs.map((name) => (
        <TabButton
          key={name}
          role="tab"
          id={`${id}-${name}`}
          aria-controls={`${id}-panel`}
          aria-selected={name === tab}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => {
            setTab(name);
          }}
        >
          <TabLabel label={translate(`crm.lifeForm.tab.${name}`)} errors={errors[name]} />
        </TabButton>
      ))}
    </TabList>
  );
});

/** The open tab's place; it gets no lower, so that nothing around it moves from tab to tab. */
export function FormPanel({
  of: { id, tab, panel, minHeight },
  children,
}: {
  of: LeadFormTabs;
  children: ReactNode;
}) {
  return (
    <Box
      ref={panel}
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-${tab}`}
      style={{ minHeight }}
    >
      {children}
    </Box>
  );
}

/** In the foot: how many fields are left, leading to the first of them. */
export function WrongFields({ onGo }: { onGo: () => void }) {
  const translate = useLeadFormMessages();
  const { wrong, shown, isToFill: areEmpty } = useLeadFormContext();
  if (wrong.length === 0) return null;
  const isShown = shown.length > 0;
  return (
    <Button
      size="small"
      color={isShown ? 'error' : 'secondary'}
      startIcon={isShown ? <ErrorOutlineOutlined /> : undefined}
      onClick={onGo}
      sx={{ fontWeight: 500 }}
    >
      {translate(isShown || !areEmpty ? 'crm.lifeForm.toCorrect' : 'crm.lifeForm.toFill', {
        smart_count: wrong.length,
      })}
    </Button>
  );
}

/** Saves the form; it says what is wrong with it, or else `reason`. */
export function SaveButton({ reason, ...props }: ReasonButtonProps) {
  const form = useLeadFormContext();
  return <ReasonButton type="submit" variant="contained" {...props} reason={form.reason ?? reason} />;
}

function TabLabel({ label, errors }: { label: string; errors: number }) {
  const translate = useLeadFormMessages();
  return (
    <Box component="span" sx={{ position: 'relative' }}>
      {label}
      {errors > 0 && (
        <Box
          component="span"
          aria-label={translate('crm.lifeForm.errorsHere', { smart_count: errors })}
          sx={(theme) => ({
            ...theme.typography.overline,
            fontWeight: 600,
            // Beside the label: what is pressed next to it must not move away below the pointer.
            position: 'absolute',
            top: 1,
            left: '100%',
            ml: 0.75,
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
