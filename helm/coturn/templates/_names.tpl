{{- define "coturn.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "coturn.selector" -}}
app.kubernetes.io/name: coturn
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: coturn
{{- end -}}

{{- define "coturn.labels" -}}
{{ include "coturn.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}
