import { useEffect, useRef, useState } from 'react';
import ChevronLeftOutlined from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useCallBegun } from '../../calling/useCallBegun.js';
import { chosenLanguage } from '../../i18n/language.js';
import { useScriptMessages } from '../../i18n/scripts.en.js';
import { useReferenceEntries } from '../../reference/useReferenceList.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import type { LeadPanelProps } from '../lead/lead-tab.js';
import { LicenceNotice } from '../permission/LicenceNotice.js';
import { useLicenceDenial } from '../permission/useMayContact.js';
import { mergeFields } from './merge-fields.js';
import { ScriptLineView } from './ScriptLineView.js';
import { ScriptChoice } from './ScriptChoice.js';
import {
  builtInScriptsOf,
  scriptSections,
  type BuiltInScript,
  type ScriptSection,
} from './script-sections.js';

/** The built-in script of the lead, section by section (rule L31). */
export default function ScriptPanel({ lead }: LeadPanelProps) {
  const translate = useScriptMessages();
  const user = useCurrentUser();
  const [index, setIndex] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  const scripts = builtInScriptsOf(lead);
  const [picked, setPicked] = useState<BuiltInScript>();
  const script = picked !== undefined && scripts.includes(picked) ? picked : scripts[0];
  const sections = scriptSections(script, lead.language, chosenLanguage());
  const section = sections[index];
  const unlicensed = useLicenceDenial(lead);
  const lines = section?.lines.filter(({ claimsLicence }) => !claimsLicence || unlicensed === undefined);
  const fields = mergeFields(lead, user, useReferenceEntries('carriers'));

  useCallBegun(lead.id, () => {
    setIndex(0);
  });

  // A section is read from its beginning.
  useEffect(() => {
    if (top.current) top.current.scrollTop = 0;
  }, [index, script]);

  const position = translate('crm.script.position', { section: index + 1, count: sections.length });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      <Box sx={{ flex: 'none', px: 2.5, pt: 1.25, pb: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <ScriptChoice
            scripts={scripts}
            script={script}
            onPick={(next) => {
              setPicked(next);
              setIndex(0);
            }}
          />
          <Typography variant="body2" color="textSecondary" aria-live="polite" sx={{ flex: 1 }}>
            {position}
          </Typography>
          <Button
            size="small"
            color="inherit"
            startIcon={<ChevronLeftOutlined />}
            disabled={index === 0}
            onClick={() => {
              setIndex(index - 1);
            }}
          >
            {translate('crm.script.prev')}
          </Button>
          <Button
            size="small"
            variant="outlined"
            endIcon={<ChevronRightOutlined />}
            disabled={index === sections.length - 1}
            onClick={() => {
              setIndex(index + 1);
            }}
          >
            {translate('crm.script.next')}
          </Button>
        </Box>
        <Steps sections={sections} index={index} onStep={setIndex} />
      </Box>
      <Box ref={top} tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 2.5, py: 1 }}>
        {unlicensed !== undefined && <LicenceNotice reason={unlicensed} />}
        <Box lang={lead.language} sx={{ maxWidth: { xs: 640, xl: 720 } }}>
          {lines?.map((line) => (
            <ScriptLineView key={line.text} line={line} fields={fields} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}

/** The sections as a line with their names; each can be gone to. */
function Steps({
  sections,
  index,
  onStep,
}: {
  sections: readonly ScriptSection[];
  index: number;
  onStep: (index: number) => void;
}) {
  const translate = useScriptMessages();
  return (
    <Box
      component="nav"
      aria-label={translate('crm.script.progress')}
      sx={{ display: 'grid', gridTemplateColumns: `repeat(${String(sections.length)}, 1fr)`, gap: 0.5 }}
    >
      {sections.map(({ title }, step) => (
        <ButtonBase
          key={title}
          {...(step === index && { 'aria-current': 'step' })}
          onClick={() => {
            onStep(step);
          }}
          sx={(theme) => ({
            ...theme.typography.caption,
            justifyContent: 'flex-start',
            pt: 0.5,
            minHeight: 28,
            borderTop: 3,
            borderColor: step <= index ? 'primary.main' : 'border.default',
            color: step === index ? 'primary.main' : 'text.secondary',
            fontWeight: step === index ? 600 : 500,
          })}
        >
          {title}
        </ButtonBase>
      ))}
    </Box>
  );
}
