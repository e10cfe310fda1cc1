import { roles, type RoleId } from './codes/roles.js';

/** What a role may call and send, and whose records those calls are answered with. */
export interface RoleRow {
  /** The role whose words in the catalogue hold for it: what those words let in, it may. */
  as?: 'admin' | 'agent' | 'guide';
  /** Calls beside those, by name. */
  calls: readonly string[];
  /** Live events that it may send beside those, by name. */
  sends: readonly string[];
  /** Whose records it sees: everybody's, its own and its team's, its own, or nobody's. */
  sees: 'all' | 'team' | 'own' | 'none';
}

/** The own account and the own sessions: what nobody can be without. */
const ownAccount = [
  ...['signOut', 'signOutEverywhere', 'listOwnSessions', 'reportClick', 'endOwnSession'],
  ...['endOtherSessions', 'changePassword', 'getSettings', 'listSubroles'],
  ...[
    'getSecondFactor',
    'enrollTotp',
    'enrollPasskey',
    'finishEnrollment',
    'removeFactor',
    'renewRecoveryCodes',
  ],
];

const auditLog = ['listAuditEntries', 'exportAuditEntries'];

/** The floor, live calls and recordings of a team, and who works its leads. */
const supervision = [
  ...['getFloor', 'listLiveCalls', 'getSupervision', 'superviseCall', 'changeSupervision', 'stopSupervising'],
  ...['listRecords', 'listLongRecords', 'reassignLeads'],
];

const reading = [
  // What codes stand for.
  ...['listStates', 'listStatuses', 'listSources', 'getReferenceList'],
  // Leads, and what is kept of each.
  ...['filterLeads', 'listLeadsOfUser', 'listLeadsOfSource', 'listRawLeads', 'restListLeads', 'searchLeads'],
  ...['countLeads', 'countViews', 'listLeadViews', 'listAssignees', 'getLead', 'restGetLead'],
  ...['leadPermission', 'permissionOfRows', 'listConsents', 'leadTimeline', 'listNotes', 'listBeneficiaries'],
  ...['listFollowupsOfLead', 'listAllFollowupsOfLead', 'listDeletedLeads', 'getDeletedLead'],
  // Calls, recordings, voicemails, texts and e-mails.
  ...[
    'listCalls',
    'getCall',
    'exportCalls',
    'listRecords',
    'listRecordsOfLead',
    'listLongRecords',
    'getRecord',
  ],
  ...['listVoicemailsOfLead', 'getCustomerVoicemail', 'listTexts', 'getTextFile', 'listEmails'],
  // Whose they are.
  ...['listAgents', 'listPrivacyRequests', 'getPrivacyRequest'],
];

/** Contact rules, number lists, retention, consents and licences. */
const contactLaw = [
  ...['listContactRules', 'getContactRule', 'createContactRule', 'changeContactRule', 'contactRuleTable'],
  ...['adoptContactRules', 'listDoNotContactEntries', 'getDoNotContactEntry', 'createDoNotContactEntry'],
  ...['liftDoNotContact', 'decideDoNotContact', 'listSuppressionLists', 'getSuppressionList'],
  ...['deleteSuppressionList', 'uploadSuppressionList', 'getScreening', 'getRetention', 'changeRetention'],
  ...['listLegalHolds', 'getLegalHold', 'createLegalHold', 'liftLegalHold', 'recordConsent', 'revokeConsent'],
  ...['listLicences', 'getLicence', 'createLicence', 'changeLicence', 'deleteLicence', 'importLicences'],
  ...['licensedAgents', 'makeEvidence'],
];

/** The System page. */
const operation = [
  ...['getSystemPart', 'listDeliveries', 'readDelivery', 'retryDelivery', 'dropDelivery', 'listDeadLetters'],
  ...['readDeadLetter', 'retryDeadLetter', 'dropDeadLetter', 'listSystemActions'],
];

/**
 * What each role may: the one place where it is decided who makes a call and sends a live event, for calls of the
 * catalogue together with its words (rule A5). Whose records are among the answers follows from `sees`.
 */
export const roleTable = {
  [roles.admin]: { as: 'admin', calls: [], sends: [], sees: 'all' },
  [roles.agent]: { as: 'agent', calls: [], sends: [], sees: 'own' },
  [roles.guide]: { as: 'guide', calls: [], sends: [], sees: 'own' },
  [roles.teamLead]: { as: 'agent', calls: supervision, sends: ['join_floor'], sees: 'team' },
  [roles.compliance]: {
    calls: [...ownAccount, ...reading, ...contactLaw, ...auditLog],
    sends: ['connected'],
    sees: 'all',
  },
  [roles.auditor]: {
    calls: [...ownAccount, ...auditLog, 'makeEvidence'],
    sends: ['connected'],
    sees: 'none',
  },
  [roles.operator]: { calls: [...ownAccount, ...operation], sends: ['connected'], sees: 'none' },
} as const satisfies Record<RoleId, RoleRow>;
