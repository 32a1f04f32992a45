// chunk: people-lists
/** The address of a customer's page (CLI-20). */
export const ficheLink = (clientId: string): string => `/app/clients/${clientId}`;
