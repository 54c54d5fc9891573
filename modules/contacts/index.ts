export { addContactIn, type Contact, eraseContacts, findContact } from './contact.ts'
export { firstContacts, suggestContacts } from './list.ts'
export { contactRoutes as routes } from './routes.tsx'
export { Mailbox, Mobile } from './views/reach.tsx'
