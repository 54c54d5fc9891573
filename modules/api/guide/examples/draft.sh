# Needs QISHU_URL, for instance https://qishu.example/api/v1, and QISHU_KEY.
auth="Authorization: Bearer $QISHU_KEY"
json="Content-Type: application/json"

# Find a template.
curl --fail --silent --header "$auth" "$QISHU_URL/templates?keyword=nda&lang=en_US" --output templates.json

# Create a draft. A repeated request with the same Idempotency-Key creates no second one.
curl --fail --silent --header "$auth" --header "$json" --header "Idempotency-Key: order-4711" \
  --data '{"template": "mutual-nda", "languages": {"primary": "zh", "bilingual": true}}' \
  "$QISHU_URL/documents" --output document.json
id=$(grep -o '"id":"[^"]*"' document.json | head -n 1 | cut -d '"' -f 4)

# Fill in parties and fields. `version` is the save that you have read.
curl --fail --silent --header "$auth" --header "$json" --request PATCH \
  --data '{
    "version": 1,
    "parties": {"a": {"name": "莲花贸易（上海）有限公司", "nameEn": "Lotus Trading (Shanghai) Co., Ltd."}},
    "fields": {"project": {"zh": "联合开发", "en": "joint development"}}
  }' \
  "$QISHU_URL/documents/$id" --output document.json

# What is still open, and the draft as PDF.
curl --fail --silent --header "$auth" "$QISHU_URL/documents/$id/check?lang=en_US" --output check.json
curl --fail --silent --header "$auth" "$QISHU_URL/documents/$id/draft.pdf" --output draft.pdf
