export const ficheLink = (clientId: string): string => `/app/clients/${clientId}`;
