# Needs QISHU_URL, for instance https://qishu.example/api/v1, and QISHU_KEY.
import json
import os
import urllib.error
import urllib.request


def request(method, path, body=None, headers=None):
    call = urllib.request.Request(
        os.environ["QISHU_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["QISHU_KEY"],
            "Content-Type": "application/json",
            **(headers or {}),
        },
    )
    try:
        with urllib.request.urlopen(call) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        # Problem details (RFC 9457)
        problem = json.load(error)
        raise RuntimeError(f"{problem['code']}: {problem['detail']}") from error


# Find a template.
templates = json.loads(request("GET", "/templates?keyword=nda&lang=en_US"))

# Create a draft. A repeated request with the same Idempotency-Key creates no second one.
document = json.loads(
    request(
        "POST",
        "/documents",
        {
            "template": templates["items"][0]["code"],
            "languages": {"primary": "zh", "bilingual": True},
        },
        {"Idempotency-Key": "order-4711"},
    )
)

# Fill in parties and fields. "version" is the save that you have read.
path = "/documents/" + document["id"]
changes = {
    "version": document["version"],
    "parties": {
        "a": {
            "name": "莲花贸易（上海）有限公司",
            "nameEn": "Lotus Trading (Shanghai) Co., Ltd.",
        }
    },
    "fields": {"project": {"zh": "联合开发", "en": "joint development"}},
}
request("PATCH", path, changes)

# What is still open, and the draft as PDF.
for point in json.loads(request("GET", path + "/check?lang=en_US"))["points"]:
    print(point["place"] + ": " + point["message"])
with open("draft.pdf", "wb") as file:
    file.write(request("GET", path + "/draft.pdf"))
