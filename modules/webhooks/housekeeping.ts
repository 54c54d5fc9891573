import { job } from '#src/jobs/jobs.ts'
import { deleteOldDeliveries } from './deliveries/delivery.ts'

export const deleteOldWebhookDeliveries = job('old-webhook-deliveries', deleteOldDeliveries)
