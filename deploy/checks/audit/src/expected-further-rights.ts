/**
 * What the roles beside the floor's three are answered, written by hand from the rules (A35 and A38) and never from the
 * contracts: the lead of the owner's team, the lead of another team, compliance, an auditor and an operator.
 */

/** Calls about the owner's lead and its follow-ups, which a lead of the team makes as the owner does. */
const ofTeam: readonly string[] = [
  ...['getLead', 'restGetLead', 'restChangeLead', 'setLeadStatus', 'setLeadPrice', 'assignLead'],
  ...['listLeadAgents', 'holdLead', 'openLead', 'selectCarrier', 'listBeneficiaries', 'saveBeneficiary'],
  ...['autoPercentOfBeneficiary', 'listNotes', 'createNote', 'leadPermission', 'listConsents'],
  ...['recordConsent', 'revokeConsent', 'leadTimeline', 'listRecordsOfLead', 'listVoicemailsOfLead'],
  ...['listTexts', 'sendText', 'resendText', 'listEmails', 'sendEmail', 'previewTemplate'],
  ...['listFollowupsOfLead', 'listAllFollowupsOfLead', 'createFollowup', 'addFollowup', 'updateFollowup'],
];

/** What an agent is refused and every lead of a team may; whose records are answered is the team's matter. */
const ofLeads: Readonly<Partial<Record<string, string>>> = {
  getFloor: 'y',
  listLiveCalls: 'y',
  getSupervision: 'y',
  superviseCall: 'h',
  changeSupervision: 'h',
  stopSupervising: 'h',
  listRecords: 'y',
  listLongRecords: 'y',
  reassignLeads: 'y',
};

/** Notes are deleted by their author or an admin, and a number that is not the lead's own is nobody's to list. */
const refusedToLead: readonly string[] = ['deleteNote', 'createDoNotContactEntry'];

/** The own account: in every role. */
const ownAccount: readonly string[] = [
  ...['signOut', 'signOutEverywhere', 'listOwnSessions', 'reportClick', 'endOwnSession'],
  ...['endOtherSessions', 'listSubroles', 'getSettings'],
  ...[
    'getSecondFactor',
    'enrollTotp',
    'enrollPasskey',
    'finishEnrollment',
    'removeFactor',
    'renewRecoveryCodes',
  ],
];

/** What each of these roles is answered as an admin is; everything else it is refused. */
const asAdmin: readonly (readonly string[])[] = [
  // Compliance: reads the work of all.
  [
    ...['listStates', 'listStatuses', 'listSources', 'getReferenceList', 'filterLeads', 'listLeadsOfUser'],
    ...['listLeadsOfSource', 'listRawLeads', 'restListLeads', 'searchLeads', 'countLeads', 'countViews'],
    ...['listLeadViews', 'listAssignees', 'getLead', 'restGetLead', 'leadPermission', 'permissionOfRows'],
    ...['listConsents', 'leadTimeline', 'listNotes', 'listBeneficiaries', 'listFollowupsOfLead'],
    ...['listAllFollowupsOfLead', 'listDeletedLeads', 'getDeletedLead', 'listCalls', 'getCall'],
    ...['exportCalls', 'listRecords', 'listRecordsOfLead', 'listLongRecords', 'getRecord'],
    ...['listVoicemailsOfLead', 'getCustomerVoicemail', 'listTexts', 'getTextFile', 'listEmails'],
    ...['listAgents', 'listPrivacyRequests', 'getPrivacyRequest', 'listAuditEntries', 'exportAuditEntries'],
    // And keeps the rules.
    ...['listContactRules', 'getContactRule', 'createContactRule', 'changeContactRule', 'contactRuleTable'],
    ...['adoptContactRules', 'listDoNotContactEntries', 'getDoNotContactEntry', 'createDoNotContactEntry'],
    ...['liftDoNotContact', 'decideDoNotContact', 'listSuppressionLists', 'getSuppressionList'],
    ...['deleteSuppressionList', 'uploadSuppressionList', 'getScreening', 'getRetention'],
    ...['changeRetention', 'listLegalHolds', 'getLegalHold', 'createLegalHold', 'liftLegalHold'],
    ...['recordConsent', 'revokeConsent', 'listLicences', 'getLicence', 'createLicence', 'changeLicence'],
    ...['deleteLicence', 'importLicences', 'licensedAgents', 'makeEvidence'],
  ],
  // An auditor.
  ['listAuditEntries', 'exportAuditEntries', 'makeEvidence'],
  // An operator.
  [
    ...['getSystemPart', 'listDeliveries', 'readDelivery', 'retryDelivery', 'dropDelivery'],
    ...['listDeadLetters', 'readDeadLetter', 'retryDeadLetter', 'dropDeadLetter', 'listSystemActions'],
  ],
];

/** The row of a call with a letter more for each further role; `row` has those of admin, owner, colleague and guide. */
export function withFurtherRoles(name: string, row: string, isOpen: boolean): string {
  const [admin = '-', owner = '-', colleague = '-'] = row;
  const lead = refusedToLead.includes(name) ? '-' : ofTeam.includes(name) ? owner : colleague;
  const further = asAdmin.map((calls) => {
    if (isOpen || ownAccount.includes(name) || calls.includes(name)) return admin;
    return '-';
  });
  return [row, ofLeads[name] ?? lead, ofLeads[name] ?? colleague, ...further].join('');
}
