import ListOutlined from '@mui/icons-material/ListOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import { useLocation } from 'react-router-dom';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { usePaletteMessages } from '../i18n/palette.en.js';
import { isBusyFor } from '../leads/table/lead-row.rules.js';
import { useNavigate } from '../routing/NavigateProvider.js';
import { dashboardFor, searchAddress } from '../routing/dashboards.js';
import { useCurrentUser } from '../session/SessionContext.js';
import type { Command, CommandGroup } from '../shortcuts/commands.js';
import type { Template } from '../templates/useTemplates.js';
import type { PaletteItem, PaletteSection } from './palette-item.js';
import { LeadContent, PlainContent } from './PaletteRow.js';
import { namedBy } from './palette.rules.js';
import { useRecentLeads, useRecentPages } from './recent.js';

/** A page that the user may open. */
export interface PalettePage {
  to: string;
  label: string;
  Icon: Command['Icon'];
}

export interface Finds {
  text: string;
  leads: readonly LeadRow[];
  pages: readonly PalettePage[];
  groups: readonly CommandGroup[];
  templates: readonly Template[];
  /** Closes the overlay, then does it. */
  onRun: (act: () => void) => void;
  onStep: (command: Command) => void;
}

/** The commands of a group, the user's templates as texts among them. */
function commandsOf(
  { commands, onText }: CommandGroup,
  templates: readonly Template[],
  textOf: (title: string) => string,
): Command[] {
  const texts = onText
    ? templates.map(({ id, name }) => ({
        id: `text-${id}`,
        label: textOf(name),
        Icon: SmsOutlined,
        act: () => {
          onText(id);
        },
      }))
    : [];
  return [...commands, ...texts];
}

/** What the overlay shows: what a text finds, and with none what is at hand and what was opened last. */
export function usePaletteSections(finds: Finds): PaletteSection[] {
  const { text, leads, pages, groups, templates, onRun, onStep } = finds;
  const translate = usePaletteMessages();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const dashboard = dashboardFor(user, pathname);
  const [recentLeads] = useRecentLeads();
  const [recentPages] = useRecentPages();
  const wanted = text.trim();

  const open = (address: string) => () => {
    onRun(() => void navigate(address));
  };
  const leadItem = (lead: LeadRow): PaletteItem => {
    const isBusy = isBusyFor(lead, user.id);
    return {
      id: `lead-${lead.id}`,
      content: <LeadContent lead={lead} isBusy={isBusy} />,
      reason: isBusy ? translate('crm.leads.withNow', { name: lead.busy_fullname ?? '' }) : undefined,
      run: open(`/lead/${lead.id}`),
    };
  };
  const pageItem = ({ to, label, Icon }: PalettePage): PaletteItem => ({
    id: `page-${to}`,
    content: <PlainContent Icon={Icon} label={label} />,
    run: open(to),
  });
  const commandItem = (command: Command): PaletteItem => ({
    id: `command-${command.id}`,
    content: <PlainContent Icon={command.Icon} label={command.label} />,
    reason: command.reason,
    run: () => {
      if (typeof command.act === 'function') onRun(command.act);
      else onStep(command);
    },
  });
  const commandSections = groups.map((group): PaletteSection => {
    const commands = commandsOf(group, templates, (title) => translate('crm.palette.text', { title }));
    const shown = namedBy(wanted, commands, ({ label }) => label).filter(
      ({ isSearchedOnly }) => wanted !== '' || isSearchedOnly !== true,
    );
    return { title: group.title, items: shown.map(commandItem) };
  });

  const sections: PaletteSection[] =
    wanted === ''
      ? [
          ...commandSections,
          {
            title: translate('crm.palette.recent'),
            items: [
              ...recentLeads.filter(({ id }) => pathname.split('/')[2] !== id).map(leadItem),
              ...pages.filter(({ to }) => to !== pathname && recentPages.includes(to)).map(pageItem),
            ],
          },
        ]
      : [
          {
            title: translate('crm.palette.leads'),
            items: leads.map(leadItem),
          },
          ...commandSections,
          {
            title: translate('crm.palette.pages'),
            items: namedBy(wanted, pages, ({ label }) => label).map(pageItem),
          },
          {
            title: translate('crm.palette.list'),
            items: dashboard
              ? [
                  {
                    id: 'show-all',
                    content: (
                      <PlainContent
                        Icon={ListOutlined}
                        label={translate('crm.palette.showAll')}
                        note={wanted}
                      />
                    ),
                    run: open(searchAddress(dashboard, wanted)),
                  },
                ]
              : [],
          },
        ];
  return sections.filter(({ items }) => items.length > 0);
}
