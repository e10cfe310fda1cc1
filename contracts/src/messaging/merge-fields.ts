/**
 * What a template may name between double braces, `{{lead.fullname}}`, in the order in which an editor offers it. A
 * field that has no value for a lead stops the sending: nothing goes out with a hole in it.
 */
export const mergeFields = [
  { name: 'lead.fullname', label: "Customer's full name" },
  { name: 'lead.first_name', label: "Customer's first name" },
  { name: 'lead.last_name', label: "Customer's last name" },
  { name: 'lead.state', label: "Customer's state" },
  { name: 'lead.phone', label: "Customer's phone" },
  { name: 'lead.email', label: "Customer's e-mail" },
  { name: 'agent.fullname', label: "Agent's full name" },
  { name: 'agent.first_name', label: "Agent's first name" },
  { name: 'agent.last_name', label: "Agent's last name" },
  { name: 'agent.phone', label: "Agent's phone" },
  { name: 'agent.email', label: "Agent's e-mail" },
  { name: 'agency.name', label: "Agency's name" },
] as const;

export type MergeField = (typeof mergeFields)[number]['name'];
